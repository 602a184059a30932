fn main() {
    let body = serde_json::json!({ "input": "unseen" });
    let _ = clew_door::Method::Post(&body);
}
