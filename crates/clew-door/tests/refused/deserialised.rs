fn main() {
    let _: clew_door::Sanitized<String> = serde_json::from_str("\"unseen\"").unwrap();
}
