//! Python's method resolution order.

use std::sync::Arc;

use crate::{Binder, SymbolRef, Type};

/// Longest order made.
const MAX_ORDER: usize = 200;

/// A class and all its bases in the workspace, in the order in which Python looks
/// members up (C3 linearisation). Where the bases allow no such order, the rest
/// follows depth first.
pub(super) fn order(binder: &Binder<'_>, class: SymbolRef) -> Arc<Vec<SymbolRef>> {
    if let Some(known) = binder.memo.orders.borrow().get(&class) {
        return known.clone();
    }
    // A class among its own bases ends here.
    binder.memo.orders.borrow_mut().insert(class, Arc::new(vec![class]));
    let order = Arc::new(binder.step(vec![class], || order_now(binder, class)));
    binder.memo.orders.borrow_mut().insert(class, order.clone());
    order
}

fn order_now(binder: &Binder<'_>, class: SymbolRef) -> Vec<SymbolRef> {
    let bases: Vec<SymbolRef> = binder
        .bases(class)
        .iter()
        .filter_map(|base| match base {
            Type::Instance(base, _) if *base != class => Some(*base),
            _ => None,
        })
        .collect();
    let mut lists: Vec<Vec<SymbolRef>> =
        bases.iter().map(|base| order(binder, *base).as_ref().clone()).collect();
    lists.push(bases);
    merge(class, &lists)
}

/// Takes the first head that stands in no other list's tail, again and again.
fn merge(class: SymbolRef, lists: &[Vec<SymbolRef>]) -> Vec<SymbolRef> {
    let mut result = vec![class];
    let mut heads = vec![0usize; lists.len()];
    while result.len() < MAX_ORDER {
        for (list, head) in lists.iter().zip(&mut heads) {
            while list.get(*head).is_some_and(|one| result.contains(one)) {
                *head += 1;
            }
        }
        let open = || lists.iter().zip(&heads).filter_map(|(list, head)| list.get(*head));
        let is_free = |one: &&SymbolRef| {
            lists
                .iter()
                .zip(&heads)
                .all(|(list, head)| !list.get(head + 1..).unwrap_or(&[]).contains(*one))
        };
        let Some(next) = open().find(is_free).or_else(|| open().next()).copied() else { break };
        result.push(next);
    }
    result
}
