//! JSX in JavaScript and TypeScript.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn components_are_called() {
    check_facts(
        "javascriptreact",
        r#"import { Button, Menu } from './ui';
function App({ items, ...rest }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu.Item onClick={() => setOpen(!open)} {...rest}>text</Menu.Item>
      <div className="x">{items.map((item) => <Button key={item.id} label={<b>{open}</b>} />)}</div>
      <svg:rect />
    </>
  );
}
export default memo(App);
"#,
        expect![[r#"
            function App 2-11 private
            local parameter App.items 2-2 public
            local parameter App.rest 2-2 public
            local constant App.open 3-3 public = useState().0
            local constant App.setOpen 3-3 public = useState().1
            local parameter App.item 7-7 public = (items[] | items.map.0.0)
            constant default 12-12 public exported anonymous default = memo()
            import 1 ./ui Item Button as Button
            import 1 ./ui Item Menu as Menu
            3:27 call useState free in App
            6:8 read Menu -> import ./ui in App
            6:13 call Item of Menu in App
            6:33 call setOpen -> App.setOpen@3 in App
            6:42 read open -> App.open@3 in App
            6:53 read rest -> App.rest@2 in App
            6:65 read Menu -> import ./ui in App
            6:70 read Item of Menu in App
            7:27 read items -> App.items@2 in App
            7:33 call map of items in App
            7:48 call Button -> import ./ui in App
            7:60 read item -> App.item@7 in App
            7:65 read id of item in App
            7:80 read open -> App.open@3 in App
            12:16 call memo free in default
            12:21 read App -> App@2 in default
        "#]],
    );
}

#[test]
fn typed_components() {
    check_facts(
        "typescriptreact",
        r#"type Props<T> = { value: T; onChange?: (value: T) => void };
export function Field<T extends object>({ value, onChange }: Props<T>): JSX.Element {
  return <Input<T> value={value} onChange={onChange!} />;
}
const Lazy = React.lazy(() => import('./Page'));
"#,
        expect![[r#"
            type Props 1-1 private
            local typeparameter Props.T 1-1 public
            field Props.value 1-1 public : T
            field Props.onChange 1-1 public : fn(T) -> Nothing
            function Field 2-4 public exported : JSX.Element
            local typeparameter Field.T 2-2 public
            local parameter Field.value 2-2 public = as Props<T>.value
            local parameter Field.onChange 2-2 public = as Props<T>.onChange
            constant Lazy 5-5 private = React.lazy()
            import 5 ./Page Module
            1:26 type T -> Props.T@1 in Props
            1:48 type T -> Props.T@1 in Props
            2:43 read value of as Props<T> in Field
            2:50 read onChange of as Props<T> in Field
            2:62 type Props -> Props@1 in Field
            2:68 type T -> Field.T@2 in Field
            2:73 read JSX free in Field
            2:77 type Element of JSX in Field
            3:11 call Input free in Field
            3:17 type T -> Field.T@2 in Field
            3:27 read value -> Field.value@2 in Field
            3:44 read onChange -> Field.onChange@2 in Field
            5:14 read React free in Lazy
            5:20 call lazy of React in Lazy
        "#]],
    );
}
