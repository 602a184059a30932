//! From texts to vectors.

use crate::split::split;
use crate::{DIMENSIONS, Embedding, Model};

/// Further distinct words do not count, as in training.
const MOST_WORDS: usize = 320;

/// How much the words of a text's head count, where the others count once.
const HEAD: f32 = 2.0;

/// Turns texts into vectors. Keeps its memory between texts, so that encoding
/// allocates nothing; use one for each thread.
pub struct Encoder {
    model: &'static Model,
    /// For each row the number of the text that had it last.
    seen: Vec<u32>,
    text: u32,
    rows: Vec<u32>,
    /// How many of `rows` are of the head.
    head: usize,
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Encoder({:?})", self.model)
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder::new(Model::built_in())
    }
}

impl Encoder {
    /// An encoder for a model.
    pub fn new(model: &'static Model) -> Self {
        let rows = Vec::with_capacity(MOST_WORDS + 16);
        Encoder { model, seen: vec![0; model.words()], text: 1, rows, head: 0 }
    }

    /// The model in use.
    pub fn model(&self) -> &'static Model {
        self.model
    }

    /// The vector of a text.
    pub fn encode(&mut self, text: &str) -> Embedding {
        self.add(text);
        self.finish()
    }

    /// Adds words to the text at hand.
    pub fn add(&mut self, text: &str) {
        if self.rows.len() >= MOST_WORDS {
            return;
        }
        let Encoder { model, seen, text: number, rows, .. } = self;
        split(text, |word| {
            model.rows_of(word.as_bytes(), |row| {
                if let Some(last) = seen.get_mut(row as usize)
                    && *last != *number
                {
                    *last = *number;
                    rows.push(row);
                }
            });
            rows.len() < MOST_WORDS
        });
    }

    /// Adds the rows of the words of `text` to `rows`, in order: what
    /// [`Encoder::add_rows`] takes, to be kept for texts that are met again.
    pub fn rows_of(&self, text: &str, rows: &mut Vec<u32>) {
        split(text, |word| {
            self.model.rows_of(word.as_bytes(), |row| rows.push(row));
            true
        });
    }

    /// Adds words to the text at hand by their rows.
    pub fn add_rows(&mut self, rows: &[u32]) {
        if self.rows.len() >= MOST_WORDS {
            return;
        }
        for row in rows {
            if let Some(last) = self.seen.get_mut(*row as usize)
                && *last != self.text
            {
                *last = self.text;
                self.rows.push(*row);
            }
        }
    }

    /// Has the words that were added so far count more than those that follow: names,
    /// signatures and comments say in few words what a text is about.
    pub fn end_head(&mut self) {
        self.head = self.rows.len().min(MOST_WORDS);
    }

    /// The vector of what was added; the next text begins empty.
    pub fn finish(&mut self) -> Embedding {
        let mut sum = [0.0_f32; DIMENSIONS];
        let rows = self.rows.iter().take(MOST_WORDS).map(|row| self.model.row(*row));
        add_up(&mut sum, rows);
        let head = self.rows.iter().take(self.head).map(|row| {
            let (scale, values) = self.model.row(*row);
            (scale * (HEAD - 1.0), values)
        });
        add_up(&mut sum, head);
        self.rows.clear();
        self.head = 0;
        self.text = self.text.wrapping_add(1);
        if self.text == 0 {
            self.seen.fill(0);
            self.text = 1;
        }
        Embedding::of(&sum)
    }
}

/// Adds rows, each times its scale, to `sum`.
fn add_up<'rows>(sum: &mut [f32; DIMENSIONS], rows: impl Iterator<Item = (f32, &'rows [i8])>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the instructions that the function is made of.
        return unsafe { add_up_avx2(sum, rows) };
    }
    add_up_plain(sum, rows);
}

/// [`add_up_plain`], compiled for wider registers; the sums are the same.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_up_avx2<'rows>(sum: &mut [f32; DIMENSIONS], rows: impl Iterator<Item = (f32, &'rows [i8])>) {
    add_up_plain(sum, rows);
}

#[inline(always)]
fn add_up_plain<'rows>(
    sum: &mut [f32; DIMENSIONS],
    rows: impl Iterator<Item = (f32, &'rows [i8])>,
) {
    for (scale, values) in rows {
        let Some(values) = values.first_chunk::<DIMENSIONS>() else { continue };
        for (sum, value) in sum.iter_mut().zip(values) {
            *sum += scale * f32::from(*value);
        }
    }
}
