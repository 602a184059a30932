//! The languages that texts are written in.

/// A language of titles, messages and help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    ZhCn,
}

impl Lang {
    /// Every language, in the order of the tables.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::ZhCn];

    /// Reads a language tag or locale: `en`, `en_GB.UTF-8`, `zh`, `zh-CN`, `zh_CN.UTF-8`.
    ///
    /// Case does not count. `None` for a language without texts.
    pub fn from_tag(tag: &str) -> Option<Lang> {
        let tag = tag.trim().to_ascii_lowercase();
        let primary = tag.split(['-', '_', '.', '@']).next().unwrap_or("");
        match primary {
            "en" | "c" | "posix" => Some(Lang::En),
            "zh" => Some(Lang::ZhCn),
            _ => None,
        }
    }

    /// The tag used in answers: `en` or `zh-CN`.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhCn => "zh-CN",
        }
    }
}
