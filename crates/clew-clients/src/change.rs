//! Planning an edit of a configuration file, and carrying it out.

use std::path::{Path, PathBuf};

use crate::block::{has_block, put_block, take_block};
use crate::config::{Format, Slot, get_entry, put_entry, take_entry};
use crate::error::{ClientError, EditError};
use crate::files::{self, Rights};
use crate::plain::Plain;
use crate::receipt::Receipt;

/// A file to edit, and where receipts of edits are kept.
#[derive(Clone, Debug)]
pub struct Target {
    /// The file; links are followed.
    pub path: PathBuf,
    /// Folder of the receipts, which hold the text from before.
    pub receipts: PathBuf,
    /// The project that the file must lie in, links followed; nothing for a user's own.
    pub project: Option<PathBuf>,
}

/// A planned edit; nothing is written before [`Change::apply`].
#[derive(Clone, Debug)]
pub struct Change {
    /// The file, links followed.
    pub path: PathBuf,
    /// Its text now; nothing if there is no file.
    pub before: Option<String>,
    /// Its text to be; nothing if it is to be removed.
    pub after: Option<String>,
    receipts: PathBuf,
    receipt: Option<Receipt>,
    folders: Vec<PathBuf>,
}

/// What a change amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The file is as wanted already.
    Unchanged,
    /// The file is made.
    Created,
    /// The file is edited.
    Edited,
    /// The file is removed.
    Removed,
}

impl Change {
    /// What the change amounts to.
    pub fn outcome(&self) -> Outcome {
        match (&self.before, &self.after) {
            (before, after) if before == after => Outcome::Unchanged,
            (None, _) => Outcome::Created,
            (_, None) => Outcome::Removed,
            _ => Outcome::Edited,
        }
    }

    /// Writes the file, whole or not at all, and keeps or forgets its receipt.
    ///
    /// Fails if the file is not any more as it was planned for.
    pub fn apply(&self) -> Result<(), ClientError> {
        if files::read(&self.path)? != self.before {
            return Err(ClientError::Changed { path: self.path.clone() });
        }
        // The receipt first: one without its edit does no harm, since it is
        // only followed where the edit is found.
        if let Some(receipt) = &self.receipt {
            receipt.save(&self.receipts)?;
        }
        match &self.after {
            _ if self.before == self.after => {}
            Some(text) => files::replace(&self.path, text, Rights::Usual)?,
            None => files::remove(&self.path, &self.folders)?,
        }
        if self.receipt.is_none() {
            Receipt::forget(&self.receipts, &self.path)?;
        }
        Ok(())
    }
}

/// One way to edit a text, with its reverse.
struct Edit<'a> {
    /// Name of the entry.
    name: &'a str,
    put: &'a dyn Fn(&str) -> Result<String, EditError>,
    take: &'a dyn Fn(&str) -> Result<String, EditError>,
    get: &'a dyn Fn(&str) -> Result<Option<Plain>, EditError>,
    /// Puts the entry of another name into the first text as the second has it.
    copy: &'a dyn Fn(&str, &str, &str) -> Result<String, EditError>,
}

/// Plans to put the entry of `slot` into the file.
///
/// Fails if the file cannot be read or edited.
pub fn install(
    target: &Target,
    slot: &Slot,
    members: &[(&str, Plain)],
) -> Result<Change, ClientError> {
    plan_install(
        target,
        &Edit {
            name: &slot.name,
            put: &|text| {
                check_transport(text, slot)?;
                put_entry(text, slot, members)
            },
            take: &|text| take_entry(text, slot),
            get: &|text| get_entry(text, slot),
            copy: &|to, name, from| copy_entry(to, slot, name, from),
        },
    )
}

/// Members under which clients keep the address of a server.
const ADDRESSES: [&str; 4] = ["url", "httpUrl", "serverUrl", "uri"];

/// Fails if an entry of that name reaches its server otherwise than by a command.
fn check_transport(text: &str, slot: &Slot) -> Result<(), EditError> {
    let Some(entry) = get_entry(text, slot)? else { return Ok(()) };
    match ADDRESSES.into_iter().find(|key| entry.get(key).is_some()) {
        Some(key) => Err(EditError::AtAddress { name: slot.name.clone(), key }),
        None => Ok(()),
    }
}

/// Plans to take the entry of `slot` out of the file again: exactly as it was
/// before, where nobody has touched it since.
///
/// Fails if the file cannot be read or edited, or names a server at an address under
/// that name: nothing here writes such an entry.
pub fn uninstall(target: &Target, slot: &Slot) -> Result<Change, ClientError> {
    plan_uninstall(
        target,
        &Edit {
            name: &slot.name,
            put: &|text| Ok(text.to_string()),
            take: &|text| {
                check_transport(text, slot)?;
                take_entry(text, slot)
            },
            get: &|text| get_entry(text, slot),
            copy: &|to, name, from| copy_entry(to, slot, name, from),
        },
    )
}

/// Name under which the receipt of a Markdown file knows the marked block.
const SECTION: &str = "section";

/// Plans to put `content` into the marked block of a Markdown file.
///
/// Fails if the file cannot be read or its marks are broken.
pub fn install_section(target: &Target, content: &str) -> Result<Change, ClientError> {
    plan_install(
        target,
        &Edit {
            name: SECTION,
            put: &|text| put_block(text, content),
            take: &take_block,
            get: &block,
            copy: &|to, _, _| Ok(to.to_string()),
        },
    )
}

/// Plans to take the marked block out of a Markdown file again.
///
/// Fails if the file cannot be read or its marks are broken.
pub fn uninstall_section(target: &Target) -> Result<Change, ClientError> {
    plan_uninstall(
        target,
        &Edit {
            name: SECTION,
            put: &|text| Ok(text.to_string()),
            take: &take_block,
            get: &block,
            copy: &|to, _, _| Ok(to.to_string()),
        },
    )
}

fn block(text: &str) -> Result<Option<Plain>, EditError> {
    Ok(has_block(text).then_some(Plain::Null))
}

fn copy_entry(to: &str, slot: &Slot, name: &str, from: &str) -> Result<String, EditError> {
    let slot = Slot { name: name.to_string(), ..slot.clone() };
    let Some(Plain::Map(members)) = get_entry(from, &slot)? else { return Ok(to.to_string()) };
    // In YAML the name is a member too; whoever puts an entry writes it.
    let members: Vec<(&str, Plain)> = members
        .iter()
        .filter(|(key, _)| slot.format != Format::Yaml || key != "name")
        .map(|(key, value)| (key.as_str(), value.clone()))
        .collect();
    put_entry(to, &slot, &members)
}

/// The file behind a target, which has to be one that may be written.
fn open(target: &Target) -> Result<(PathBuf, Option<String>), ClientError> {
    let path = files::resolve(&target.path)?;
    if let Some(project) = &target.project {
        files::check_inside(&target.path, &path, project)?;
    }
    let before = files::read(&path)?;
    Ok((path, before))
}

fn plan_install(target: &Target, edit: &Edit<'_>) -> Result<Change, ClientError> {
    let (path, before) = open(target)?;
    let refused = |source| ClientError::Edit { path: path.clone(), source };
    let now = before.clone().unwrap_or_default();
    if (edit.put)(&now).map_err(refused)? == now && before.is_some() {
        return Ok(unchanged(target, &path, before));
    }
    let earlier = Receipt::load(&target.receipts, &path);
    let base = base_of(earlier.as_ref(), before.as_deref(), edit).map_err(refused)?;
    let after = (edit.put)(base.whole.as_deref().unwrap_or("")).map_err(refused)?;
    let mut entries = base.others;
    entries.push(edit.name.to_string());
    let mut receipt = Receipt::new(&path, entries, base.before.as_deref(), &after);
    if let (Some(earlier), None) = (earlier, &base.before) {
        receipt.made_folders = earlier.made_folders;
    }
    Ok(Change {
        path,
        before,
        after: Some(after),
        receipts: target.receipts.clone(),
        receipt: Some(receipt),
        folders: Vec::new(),
    })
}

/// What an entry is put into.
struct Base {
    /// The text without any entry of ours, to be kept for the undoing.
    before: Option<String>,
    /// The same with our other entries.
    whole: Option<String>,
    /// Their names.
    others: Vec<String>,
}

/// The text that an entry is put into: an earlier installation is undone first, so
/// that what is kept for the undoing is the text without any of ours.
fn base_of(
    earlier: Option<&Receipt>,
    now: Option<&str>,
    edit: &Edit<'_>,
) -> Result<Base, EditError> {
    if let (Some(receipt), Some(text)) = (earlier, now) {
        if receipt.is_untouched(text) {
            let others = receipt.others(edit.name);
            let whole = without(receipt, text, &others, edit)?;
            return Ok(Base { before: receipt.before.clone(), whole, others });
        }
        if receipt.entries == [edit.name] && (edit.get)(text)?.is_some() {
            let before = undone(receipt, text, edit)?;
            return Ok(Base { whole: before.clone(), before, others: Vec::new() });
        }
    }
    let now = now.map(str::to_string);
    Ok(Base { before: now.clone(), whole: now, others: Vec::new() })
}

/// The text from before with the entries of the given names as `text` has them.
fn without(
    receipt: &Receipt,
    text: &str,
    names: &[String],
    edit: &Edit<'_>,
) -> Result<Option<String>, EditError> {
    let mut whole = receipt.before.clone();
    for name in names {
        whole = Some((edit.copy)(whole.as_deref().unwrap_or(""), name, text)?);
    }
    Ok(whole)
}

fn plan_uninstall(target: &Target, edit: &Edit<'_>) -> Result<Change, ClientError> {
    let (path, before) = open(target)?;
    let refused = |source| ClientError::Edit { path: path.clone(), source };
    let receipt = Receipt::load(&target.receipts, &path);
    let Some(text) = &before else {
        return Ok(Change { receipt: None, ..unchanged(target, &path, before) });
    };
    let is_there = (edit.get)(text).map_err(refused)?.is_some();
    let (after, left) = match &receipt {
        Some(receipt) if receipt.has(edit.name) => {
            taken_out(receipt, text, is_there, edit).map_err(refused)?
        }
        _ => (Some((edit.take)(text).map_err(refused)?), receipt.clone()),
    };
    let folders = receipt.map(|receipt| receipt.made_folders).unwrap_or_default();
    Ok(Change { path, before, after, receipts: target.receipts.clone(), receipt: left, folders })
}

/// The text without one entry of a receipt, and what is left of that.
fn taken_out(
    receipt: &Receipt,
    text: &str,
    is_there: bool,
    edit: &Edit<'_>,
) -> Result<(Option<String>, Option<Receipt>), EditError> {
    let others = receipt.others(edit.name);
    let is_untouched = receipt.is_untouched(text);
    let after = match (others.is_empty(), is_there) {
        (true, true) => undone(receipt, text, edit)?,
        (false, true) if is_untouched => without(receipt, text, &others, edit)?,
        _ => Some((edit.take)(text)?),
    };
    if others.is_empty() {
        return Ok((after, None));
    }
    let mut left = Receipt { entries: others, ..receipt.clone() };
    if let (true, Some(after)) = (is_untouched, &after) {
        left = left.now(after);
    }
    Ok((after, Some(left)))
}

/// The text without our edit: the one from before, if nothing else was
/// changed; else the text with the changed stretch put back, if that leads to
/// the entry from before; else without the entry.
fn undone(receipt: &Receipt, text: &str, edit: &Edit<'_>) -> Result<Option<String>, EditError> {
    if receipt.is_untouched(text) {
        return Ok(receipt.before.clone());
    }
    let wanted = (edit.get)(receipt.before.as_deref().unwrap_or("")).ok().flatten();
    if let Some(back) = receipt.splice.undone(text)
        && (edit.get)(&back).is_ok_and(|entry| entry == wanted)
    {
        return Ok(Some(back));
    }
    (edit.take)(text).map(Some)
}

fn unchanged(target: &Target, path: &Path, before: Option<String>) -> Change {
    Change {
        path: path.to_path_buf(),
        after: before.clone(),
        before,
        receipts: target.receipts.clone(),
        receipt: Receipt::load(&target.receipts, path),
        folders: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
