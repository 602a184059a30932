//! Instructions to text: decides which groups are broken.

use super::FormatOptions;
use super::ops::{Flat, Op};

/// The text for `ops`, with `line_end` after every line.
pub(super) fn render(ops: &[Op<'_>], options: &FormatOptions, line_end: &str) -> String {
    let mut renderer = Renderer {
        widths: prefix_sums(ops, |op| op.width()),
        breaks: prefix_sums(ops, |op| usize::from(op.forces_break())),
        closing: closing(ops),
        ops,
        options,
        line_end,
        unit: options.indent_unit(),
        out: String::new(),
        column: 0,
        level: 0,
        broken: vec![Layout::Broken],
        line: LineState::Start,
        pending_space: false,
        after_inline: false,
    };
    for index in 0..ops.len() {
        crate::stop::step();
        renderer.op(index);
    }
    renderer.finish()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Flat,
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    /// Nothing is on the line yet.
    Start,
    /// Words are on the line.
    Inside,
    /// A comment ended the line; whatever comes next is on a new one.
    Ended,
}

struct Renderer<'a> {
    ops: &'a [Op<'a>],
    options: &'a FormatOptions,
    line_end: &'a str,
    unit: String,
    /// Columns of all instructions before an index.
    widths: Vec<usize>,
    /// Forced line ends before an index.
    breaks: Vec<usize>,
    /// Index of the end of a group, by the index of its start.
    closing: Vec<usize>,
    out: String,
    column: usize,
    level: usize,
    broken: Vec<Layout>,
    line: LineState,
    pending_space: bool,
    after_inline: bool,
}

fn prefix_sums(ops: &[Op<'_>], count: impl Fn(Op<'_>) -> usize) -> Vec<usize> {
    let mut sums = Vec::with_capacity(ops.len() + 1);
    let mut sum = 0;
    sums.push(0);
    for op in ops {
        sum += count(*op);
        sums.push(sum);
    }
    sums
}

fn closing(ops: &[Op<'_>]) -> Vec<usize> {
    let mut closing = vec![0; ops.len()];
    let mut open = Vec::new();
    for (index, op) in ops.iter().enumerate() {
        match op {
            Op::Open => open.push(index),
            Op::Close => {
                if let Some(start) = open.pop() {
                    closing[start] = index;
                }
            }
            _ => {}
        }
    }
    closing
}

impl Renderer<'_> {
    fn op(&mut self, index: usize) {
        match self.ops[index] {
            Op::Text(text) => self.word(text),
            Op::Space => self.pending_space = true,
            Op::Pad(columns) => {
                for _ in 0..columns {
                    self.out.push(' ');
                }
                self.column += columns;
            }
            Op::Line(flat) => self.line_op(flat),
            Op::Hard => self.fresh_line(),
            Op::Blank => self.blank_line(),
            Op::Open => {
                let layout = self.layout(index);
                self.broken.push(layout);
            }
            Op::Close => {
                self.broken.pop();
            }
            Op::Indent => self.level += 1,
            Op::Dedent => self.level = self.level.saturating_sub(1),
            Op::IfBroken(text) => {
                if self.is_broken() {
                    self.word(text);
                }
            }
            Op::Inline(text) => self.inline_comment(text),
            Op::Trailing(text) => {
                self.pending_space = true;
                self.word(text);
                self.line = LineState::Ended;
            }
            Op::OwnLine(text) => {
                self.fresh_line();
                self.word(text);
                self.line = LineState::Ended;
            }
        }
    }

    fn is_broken(&self) -> bool {
        self.broken.last() == Some(&Layout::Broken)
    }

    /// Whether the group that starts at `open` fits on the current line,
    /// together with what cannot be parted from its end.
    fn layout(&self, open: usize) -> Layout {
        if !self.is_broken() {
            return Layout::Flat;
        }
        let close = self.closing[open];
        if self.breaks[close] > self.breaks[open] {
            return Layout::Broken;
        }
        let column = match self.line {
            LineState::Inside => self.column + usize::from(self.pending_space || self.after_inline),
            _ => self.level * self.options.indent_width,
        };
        let mut end = column + self.widths[close] - self.widths[open];
        for op in &self.ops[close..] {
            if matches!(op, Op::Line(_)) || op.forces_break() || end > self.options.line_width {
                break;
            }
            end += op.width();
        }
        if end > self.options.line_width { Layout::Broken } else { Layout::Flat }
    }

    fn line_op(&mut self, flat: Flat) {
        if self.is_broken() || self.line == LineState::Ended {
            self.fresh_line();
        } else if flat == Flat::Blank {
            self.pending_space = true;
        }
    }

    fn word(&mut self, text: &str) {
        if self.line == LineState::Ended {
            self.fresh_line();
        }
        if self.line == LineState::Start {
            self.indent();
        } else if self.pending_space
            || (self.after_inline && !text.starts_with([')', ']', ',', ';']))
        {
            self.out.push(' ');
            self.column += 1;
        }
        self.put(text);
        self.pending_space = false;
        self.after_inline = false;
        self.line = LineState::Inside;
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    fn inline_comment(&mut self, text: &str) {
        self.pending_space |= !self.out.ends_with(['(', '[', ' ', '\n']);
        self.word(text);
        self.after_inline = true;
    }

    fn indent(&mut self) {
        for _ in 0..self.level {
            self.out.push_str(&self.unit);
        }
        self.column = self.level * self.options.indent_width;
    }

    /// Ends the current line, if anything is on it.
    fn fresh_line(&mut self) {
        if self.line != LineState::Start {
            self.out.push_str(self.line_end);
        }
        self.line = LineState::Start;
        self.column = 0;
        self.pending_space = false;
        self.after_inline = false;
    }

    fn blank_line(&mut self) {
        self.fresh_line();
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && !self.out.ends_with("\n\r\n") {
            self.out.push_str(self.line_end);
        }
    }

    fn finish(mut self) -> String {
        self.fresh_line();
        self.out
    }
}
