use super::*;
use crate::fs::MemoryFs;

fn environment() -> Environment {
    Environment { home: Some("/home/me".into()), ..Environment::default() }
}

fn check_data_dir(platform: Platform, environment: &Environment, expected: Option<&str>) {
    assert_eq!(data_dir_on(platform, environment).as_deref(), expected.map(Path::new));
}

#[cfg(not(windows))]
#[test]
fn data_folder_of_each_platform() {
    let plain = environment();
    check_data_dir(Platform::Xdg, &plain, Some("/home/me/.local/share/clew"));
    check_data_dir(Platform::Mac, &plain, Some("/home/me/Library/Application Support/clew"));
    let set = Environment { xdg_data_home: Some("/data".into()), ..environment() };
    check_data_dir(Platform::Xdg, &set, Some("/data/clew"));
    check_data_dir(Platform::Mac, &set, Some("/home/me/Library/Application Support/clew"));
    let windows = Environment {
        home: Some(r"C:\Users\me".into()),
        local_app_data: Some(r"C:\Users\me\AppData\Local".into()),
        ..Environment::default()
    };
    check_data_dir(Platform::Windows, &windows, Some(r"C:\Users\me\AppData\Local/clew"));
    let bare = Environment { local_app_data: None, ..windows };
    check_data_dir(Platform::Windows, &bare, Some(r"C:\Users\me/AppData/Local/clew"));
}

#[test]
fn relative_values_do_not_count() {
    let odd = Environment { xdg_data_home: Some("data".into()), ..environment() };
    check_data_dir(Platform::Xdg, &odd, Some("/home/me/.local/share/clew"));
    let none = Environment { home: Some("me".into()), ..Environment::default() };
    for platform in [Platform::Xdg, Platform::Mac, Platform::Windows] {
        check_data_dir(platform, &none, None);
    }
}

#[test]
fn own_variable_wins() {
    let own = Environment { clew_data_dir: Some("/x/y".into()), ..environment() };
    check_data_dir(Platform::Xdg, &own, Some("/x/y"));
    check_data_dir(Platform::Mac, &own, Some("/x/y"));
}

fn check_excludes(files: &[(&str, &str)], environment: &Environment, expected: Option<&str>) {
    let fs = MemoryFs::new();
    for (path, text) in files {
        fs.write(path, *text);
    }
    assert_eq!(global_git_excludes(&fs, environment).file.as_deref(), expected.map(Path::new));
}

#[test]
fn global_excludes_of_git() {
    let ignore = ("/home/me/.config/git/ignore", "*.swp");
    check_excludes(&[], &environment(), None);
    check_excludes(&[ignore], &environment(), Some(ignore.0));
    let xdg = Environment { xdg_config_home: Some("/xdg".into()), ..environment() };
    check_excludes(&[ignore, ("/xdg/git/ignore", "")], &xdg, Some("/xdg/git/ignore"));
    let own = ("/home/me/.gitconfig", "[core]\n\texcludesFile = ~/mine # note\n");
    check_excludes(&[ignore, own, ("/home/me/mine", "")], &environment(), Some("/home/me/mine"));
    check_excludes(&[ignore, own], &environment(), None);
    let config = ("/home/me/.config/git/config", "[Core]\nExcludesFile=\"/a b\"\n");
    check_excludes(&[config, ("/a b", "")], &environment(), Some("/a b"));
    check_excludes(&[ignore], &Environment::default(), None);
}
