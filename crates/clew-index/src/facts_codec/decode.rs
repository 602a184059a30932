//! Reads plain data back from columns.

use std::fmt;

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::columns::{Place, Places, read_column};
use crate::bytes::take_varint;

/// What is wrong with columns.
#[derive(Debug)]
pub(super) struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Malformed {}

impl de::Error for Malformed {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Malformed(message.to_string())
    }
}

fn ends_early() -> Malformed {
    Malformed("a column ends early".to_owned())
}

/// Reads a value from its columns.
pub(super) fn from_columns<T: de::DeserializeOwned>(mut bytes: &[u8]) -> Result<T, Malformed> {
    let count = take_varint(&mut bytes).and_then(|count| usize::try_from(count).ok());
    let count = count.filter(|count| *count <= bytes.len()).ok_or_else(ends_early)?;
    let columns = Columns { rest: bytes, raw: Vec::with_capacity(count), count };
    let mut decoder = Decoder::new(columns)?;
    T::deserialize(At { decoder: &mut decoder, place: 0 })
}

/// Columns as they stand in the bytes; a column whose sibling is not known yet
/// waits until its place is met.
struct Columns<'bytes> {
    rest: &'bytes [u8],
    raw: Vec<&'bytes [u8]>,
    count: usize,
}

struct Decoder<'bytes> {
    places: Places,
    /// For each place its column, read when the place is met.
    columns: Vec<Option<Column>>,
    raw: Vec<&'bytes [u8]>,
    text: &'bytes [u8],
}

#[derive(Default)]
struct Column {
    values: Vec<u32>,
    next: usize,
}

impl<'bytes> Decoder<'bytes> {
    fn new(mut columns: Columns<'bytes>) -> Result<Self, Malformed> {
        for _ in 0..columns.count {
            columns.raw.push(columns.rest);
            skip_column(&mut columns.rest).ok_or_else(ends_early)?;
        }
        let open = std::iter::repeat_with(|| None).take(columns.count).collect();
        Ok(Decoder { places: Places::new(), columns: open, raw: columns.raw, text: columns.rest })
    }

    #[inline]
    fn next(&mut self, place: Place) -> Result<u32, Malformed> {
        if let Some(Some(column)) = self.columns.get_mut(place) {
            let value = column.values.get(column.next).copied().ok_or_else(ends_early)?;
            column.next += 1;
            return Ok(value);
        }
        self.open(place)?;
        self.next(place)
    }

    /// Reads the column of a place, and before it that of its sibling.
    #[cold]
    fn open(&mut self, place: Place) -> Result<(), Malformed> {
        let before = self.places.before(place);
        if before != place && matches!(self.columns.get(before), Some(None)) {
            self.open(before)?;
        }
        let mut raw = self.raw.get(place).copied().ok_or_else(ends_early)?;
        let sibling = || {
            let column = self.columns.get(before)?.as_ref()?;
            (before != place).then(|| column.values.clone())
        };
        let values = read_column(&mut raw, sibling).ok_or_else(ends_early)?;
        let slot = self.columns.get_mut(place).ok_or_else(ends_early)?;
        *slot = Some(Column { values, next: 0 });
        Ok(())
    }

    fn text(&mut self, place: Place) -> Result<&'bytes str, Malformed> {
        let length = self.next(place)? as usize;
        let (text, rest) = self.text.split_at_checked(length).ok_or_else(ends_early)?;
        self.text = rest;
        std::str::from_utf8(text).map_err(|error| Malformed(error.to_string()))
    }
}

/// Steps over a column.
fn skip_column(bytes: &mut &[u8]) -> Option<()> {
    let count = usize::try_from(take_varint(bytes)? >> 2).ok()?;
    let mut left = count;
    let mut at = 0;
    while left > 0 {
        left -= usize::from(*bytes.get(at)? < 0x80);
        at += 1;
    }
    *bytes = bytes.get(at..)?;
    Some(())
}

/// Reads from one place.
struct At<'decoder, 'bytes> {
    decoder: &'decoder mut Decoder<'bytes>,
    place: Place,
}

impl At<'_, '_> {
    #[inline]
    fn next(&mut self) -> Result<u32, Malformed> {
        self.decoder.next(self.place)
    }

    fn narrow<N: TryFrom<u32>>(&mut self) -> Result<N, Malformed> {
        N::try_from(self.next()?).map_err(|_| Malformed("a number is too large".to_owned()))
    }
}

/// Reads the parts of a compound value.
struct Parts<'decoder, 'bytes> {
    decoder: &'decoder mut Decoder<'bytes>,
    place: Place,
    next: usize,
    left: usize,
    is_list: bool,
}

impl<'de> de::SeqAccess<'de> for Parts<'_, '_> {
    type Error = Malformed;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Malformed> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let place = self.decoder.places.child(self.place, self.next);
        self.next += usize::from(!self.is_list);
        seed.deserialize(At { decoder: self.decoder, place }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

macro_rules! number {
    ($($method:ident $visit:ident),*) => {
        $(#[inline]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Malformed> {
            visitor.$visit(self.narrow()?)
        })*
    };
}

macro_rules! refused {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Malformed> {
            Err(Malformed("the data has no form in columns".to_owned()))
        })*
    };
}

impl<'de> de::Deserializer<'de> for At<'_, '_> {
    type Error = Malformed;

    number!(
        deserialize_u8 visit_u8, deserialize_u16 visit_u16, deserialize_u32 visit_u32,
        deserialize_u64 visit_u64, deserialize_char visit_char
    );
    refused!(
        deserialize_any deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_f32 deserialize_f64 deserialize_bytes deserialize_byte_buf
        deserialize_map deserialize_identifier deserialize_ignored_any
    );

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_bool(self.next()? != 0)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_str(self.decoder.text(self.place)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Malformed> {
        if self.next()? == 0 {
            return visitor.visit_none();
        }
        let place = self.decoder.places.child(self.place, 1);
        visitor.visit_some(At { decoder: self.decoder, place })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Malformed> {
        let left = self.next()? as usize;
        let (decoder, place) = (self.decoder, self.place);
        visitor.visit_seq(Parts { decoder, place, next: 0, left, is_list: true })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let (decoder, place) = (self.decoder, self.place);
        visitor.visit_seq(Parts { decoder, place, next: 0, left: length, is_list: false })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl<'de, 'decoder, 'bytes> de::EnumAccess<'de> for At<'decoder, 'bytes> {
    type Error = Malformed;
    type Variant = Variant<'decoder, 'bytes>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        mut self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Malformed> {
        let variant = self.next()?;
        let value = seed.deserialize(variant.into_deserializer())?;
        Ok((value, Variant { at: self, variant: variant as usize }))
    }
}

/// The content of a variant; its place is made only if there is any.
struct Variant<'decoder, 'bytes> {
    at: At<'decoder, 'bytes>,
    variant: usize,
}

impl<'decoder, 'bytes> Variant<'decoder, 'bytes> {
    fn content(self) -> At<'decoder, 'bytes> {
        let place = self.at.decoder.places.child(self.at.place, self.variant);
        At { decoder: self.at.decoder, place }
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_, '_> {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(self.content())
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        de::Deserializer::deserialize_tuple(self.content(), length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        de::Deserializer::deserialize_tuple(self.content(), fields.len(), visitor)
    }
}
