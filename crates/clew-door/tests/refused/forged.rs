fn main() {
    let _ = clew_door::Sanitized(String::from("unseen"));
}
