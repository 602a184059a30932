//! What CMake's commands are.

/// What a command means for an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Names the project.
    Project,
    /// Makes a target.
    Target,
    /// Opens a function.
    Function,
    /// Opens a macro.
    Macro,
    /// Ends a function or macro.
    End,
    /// Sets a variable.
    Set,
    /// Needs a package.
    Import,
    /// Reads another file.
    Include,
    /// Says something of targets, by name.
    OfTarget,
    /// CMake's own, without names that matter.
    Known,
    /// Declared by somebody.
    Other,
}

/// What the command of this lower-case name is.
pub(super) fn command(name: &str) -> Command {
    match name {
        "project" => Command::Project,
        "add_executable" | "add_library" | "add_custom_target" => Command::Target,
        "function" => Command::Function,
        "macro" => Command::Macro,
        "endfunction" | "endmacro" => Command::End,
        "set" | "option" | "cmake_dependent_option" => Command::Set,
        "find_package" | "find_dependency" | "fetchcontent_declare" => Command::Import,
        "include" | "add_subdirectory" => Command::Include,
        "target_link_libraries"
        | "add_dependencies"
        | "target_compile_definitions"
        | "target_compile_features"
        | "target_compile_options"
        | "target_include_directories"
        | "target_sources"
        | "target_link_options"
        | "target_precompile_headers"
        | "set_target_properties"
        | "get_target_property" => Command::OfTarget,
        known if KNOWN.contains(&known) => Command::Known,
        _ => Command::Other,
    }
}

/// Commands of CMake's own.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "add_compile_definitions", "add_compile_options", "add_custom_command", "add_definitions",
    "add_link_options", "add_test", "block", "break", "cmake_host_system_information",
    "cmake_language", "cmake_minimum_required", "cmake_parse_arguments", "cmake_path",
    "cmake_policy", "configure_file", "configure_package_config_file", "continue",
    "create_test_sourcelist", "define_property", "else", "elseif", "enable_language",
    "enable_testing", "endblock", "endforeach", "endif", "endwhile", "execute_process", "export",
    "file", "find_file", "find_library", "find_path", "find_program", "fltk_wrap_ui", "foreach",
    "fetchcontent_makeavailable", "get_cmake_property", "get_directory_property",
    "get_filename_component", "get_property", "get_source_file_property", "get_test_property",
    "gtest_discover_tests", "if", "include_directories", "include_guard", "install",
    "link_directories", "link_libraries", "list", "load_cache", "mark_as_advanced", "math",
    "message", "return", "separate_arguments", "set_directory_properties", "set_property",
    "set_source_files_properties", "set_tests_properties", "site_name", "source_group", "string",
    "target_link_directories", "try_compile", "try_run", "unset", "variable_watch", "while",
    "write_basic_package_version_file",
];
