//! GitHub workflows and actions, compose files, Kubernetes objects.

use clew_model::{Role, SymbolKind};

use super::{KeyMeaning, Shape, ValueMeaning};

pub(super) static WORKFLOW: Shape = Shape { key: workflow_key, value: workflow_value };
pub(super) static COMPOSE: Shape = Shape { key: compose_key, value: compose_value };
pub(super) static KUBERNETES: Shape = Shape { key: kubernetes_key, value: kubernetes_value };

fn workflow_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["name"] => KeyMeaning::Skip,
        ["jobs", _] => KeyMeaning::Symbol(SymbolKind::Function),
        ["inputs" | "outputs", _] | ["on", _, "inputs" | "outputs" | "secrets", _] => {
            KeyMeaning::Symbol(SymbolKind::Property)
        }
        [.., "env", _] => KeyMeaning::Symbol(SymbolKind::Variable),
        ["on", _] | [_] => KeyMeaning::Key,
        _ => KeyMeaning::Skip,
    }
}

fn workflow_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["name"] => ValueMeaning::Names(SymbolKind::Module),
        ["on"] => ValueMeaning::Names(SymbolKind::Key),
        ["jobs", _, "uses"] | ["jobs", _, "steps", "uses"] | ["runs", "steps", "uses"] => {
            ValueMeaning::Import
        }
        ["jobs", _, "steps", "name"] | ["runs", "steps", "name"] => {
            ValueMeaning::Names(SymbolKind::Key)
        }
        ["jobs", _, "steps", "id"] | ["runs", "steps", "id"] => {
            ValueMeaning::Names(SymbolKind::Label)
        }
        ["jobs", _, "needs"] => ValueMeaning::Refers(Role::Call),
        _ => ValueMeaning::Nothing,
    }
}

fn compose_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["services", _] => KeyMeaning::Symbol(SymbolKind::Module),
        ["services", _, "depends_on", _] => KeyMeaning::Refers(Role::Read),
        ["services", _, "environment", _] => KeyMeaning::Symbol(SymbolKind::Variable),
        ["volumes" | "networks" | "secrets" | "configs", _] => {
            KeyMeaning::Symbol(SymbolKind::Property)
        }
        [_] => KeyMeaning::Key,
        _ => KeyMeaning::Skip,
    }
}

fn compose_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["services", _, "image"] => ValueMeaning::Import,
        ["services", _, "depends_on" | "networks"] => ValueMeaning::Refers(Role::Read),
        _ => ValueMeaning::Nothing,
    }
}

fn kubernetes_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["metadata", "name"] | [.., "containers", "name" | "image"] => KeyMeaning::Skip,
        _ => KeyMeaning::Key,
    }
}

fn kubernetes_value(path: &[&str]) -> ValueMeaning {
    match path {
        ["metadata", "name"] => ValueMeaning::Names(SymbolKind::Module),
        [.., "containers", "image"] => ValueMeaning::Import,
        [.., "containers", "name"] => ValueMeaning::Names(SymbolKind::Key),
        _ => ValueMeaning::Nothing,
    }
}
