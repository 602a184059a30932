//! Serialises plain data into columns.

use std::fmt;

use serde::ser::{self, Serialize};

use super::columns::{Place, Places, write_column};

/// Why data cannot be put into columns: it has a type that facts do not use.
#[derive(Debug)]
pub(super) struct Unsupported;

impl fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the data has no form in columns")
    }
}

impl std::error::Error for Unsupported {}

impl ser::Error for Unsupported {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Unsupported
    }
}

/// Puts values into columns. Keeps its memory, so use one for many.
#[derive(Debug)]
pub(crate) struct Encoder {
    places: Places,
    columns: Vec<Vec<u32>>,
    text: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder { places: Places::new(), columns: Vec::new(), text: Vec::new() }
    }
}

impl Encoder {
    /// The columns of `value`, uncompressed.
    pub(super) fn encode<T: Serialize>(&mut self, value: &T) -> Result<Vec<u8>, Unsupported> {
        self.places.reset();
        self.columns.iter_mut().for_each(Vec::clear);
        self.text.clear();
        value.serialize(At { encoder: self, place: 0 })?;
        Ok(self.finish())
    }

    #[inline]
    fn push(&mut self, place: Place, value: u32) {
        if place >= self.columns.len() {
            self.columns.resize_with(place + 1, Vec::new);
        }
        self.columns[place].push(value);
    }

    /// All columns in the order of their places, then the text.
    fn finish(&mut self) -> Vec<u8> {
        let count = self.places.len();
        if self.columns.len() < count {
            self.columns.resize_with(count, Vec::new);
        }
        let columns = &self.columns[..count];
        let values: usize = columns.iter().map(Vec::len).sum();
        let mut bytes = Vec::with_capacity(values * 5 / 4 + self.text.len() + 64);
        crate::bytes::push_varint(&mut bytes, count as u64);
        for (place, column) in columns.iter().enumerate() {
            let before = self.places.before(place);
            let sibling = (before != place).then(|| columns[before].as_slice());
            write_column(column, sibling, &mut bytes);
        }
        bytes.extend(&self.text);
        bytes
    }
}

/// Writes to one place.
struct At<'encoder> {
    encoder: &'encoder mut Encoder,
    place: Place,
}

/// Writes the parts of a compound value.
struct Parts<'encoder> {
    encoder: &'encoder mut Encoder,
    place: Place,
    /// The next child; lists stay at their only one.
    next: usize,
    is_list: bool,
}

impl<'encoder> At<'encoder> {
    fn child(self, index: usize) -> At<'encoder> {
        let place = self.encoder.places.child(self.place, index);
        At { encoder: self.encoder, place }
    }

    fn parts(self) -> Parts<'encoder> {
        Parts { encoder: self.encoder, place: self.place, next: 0, is_list: false }
    }

    /// The parts of an enum's variant.
    fn variant(self, variant: u32) -> At<'encoder> {
        self.encoder.push(self.place, variant);
        self.child(variant as usize)
    }
}

impl Parts<'_> {
    #[inline]
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        let place = self.encoder.places.child(self.place, self.next);
        self.next += usize::from(!self.is_list);
        value.serialize(At { encoder: self.encoder, place })
    }
}

macro_rules! number {
    ($($method:ident: $type:ty),*) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<(), Unsupported> {
            let value = u32::try_from(value).map_err(|_| Unsupported)?;
            self.encoder.push(self.place, value);
            Ok(())
        })*
    };
}

macro_rules! refused {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, _value: $type) -> Result<(), Unsupported> {
            Err(Unsupported)
        })*
    };
}

impl<'encoder> ser::Serializer for At<'encoder> {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Parts<'encoder>;
    type SerializeTuple = Parts<'encoder>;
    type SerializeTupleStruct = Parts<'encoder>;
    type SerializeTupleVariant = Parts<'encoder>;
    type SerializeMap = ser::Impossible<(), Unsupported>;
    type SerializeStruct = Parts<'encoder>;
    type SerializeStructVariant = Parts<'encoder>;

    number!(
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_bool: bool, serialize_char: char
    );
    refused!(
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_f32: f32, serialize_f64: f64, serialize_bytes: &[u8]
    );

    fn serialize_str(self, value: &str) -> Result<(), Unsupported> {
        self.encoder.text.extend(value.as_bytes());
        self.serialize_u64(value.len() as u64)
    }

    fn serialize_none(self) -> Result<(), Unsupported> {
        self.encoder.push(self.place, 0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unsupported> {
        value.serialize(self.variant(1))
    }

    fn serialize_unit(self) -> Result<(), Unsupported> {
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Unsupported> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        variant: u32,
        _variant_name: &'static str,
    ) -> Result<(), Unsupported> {
        self.encoder.push(self.place, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), Unsupported> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        variant: u32,
        _variant_name: &'static str,
        value: &T,
    ) -> Result<(), Unsupported> {
        value.serialize(self.variant(variant))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'encoder>, Unsupported> {
        let length = u32::try_from(length.ok_or(Unsupported)?).map_err(|_| Unsupported)?;
        self.encoder.push(self.place, length);
        Ok(Parts { is_list: true, ..self.parts() })
    }

    fn serialize_tuple(self, _length: usize) -> Result<Parts<'encoder>, Unsupported> {
        Ok(self.parts())
    }

    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Parts<'encoder>, Unsupported> {
        Ok(self.parts())
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        variant: u32,
        _variant_name: &'static str,
        _length: usize,
    ) -> Result<Parts<'encoder>, Unsupported> {
        Ok(self.variant(variant).parts())
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Self::SerializeMap, Unsupported> {
        Err(Unsupported)
    }

    fn serialize_struct(
        self,
        _name: &'static str,
        _length: usize,
    ) -> Result<Parts<'encoder>, Unsupported> {
        Ok(self.parts())
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        variant: u32,
        _variant_name: &'static str,
        _length: usize,
    ) -> Result<Parts<'encoder>, Unsupported> {
        Ok(self.variant(variant).parts())
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! compound {
    ($($trait:ident $method:ident),*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Unsupported;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
                self.part(value)
            }

            fn end(self) -> Result<(), Unsupported> {
                Ok(())
            }
        })*
    };
}

compound!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

macro_rules! named {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = Unsupported;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _key: &'static str,
                value: &T,
            ) -> Result<(), Unsupported> {
                self.part(value)
            }

            fn end(self) -> Result<(), Unsupported> {
                Ok(())
            }
        })*
    };
}

named!(SerializeStruct, SerializeStructVariant);
