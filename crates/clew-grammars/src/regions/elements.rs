//! The elements of HTML.

/// Elements of HTML that hold nothing.
pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

/// Elements of HTML and SVG, which are no components.
pub(crate) fn is_html(name: &str) -> bool {
    NAMES.split(' ').any(|known| known == name)
}

/// Names of elements of HTML and SVG, in order, blanks between them.
const NAMES: &str = "\
    a abbr address animate animateMotion animateTransform area article aside audio b base bdi \
    bdo blockquote body br button canvas caption center circle cite clipPath code col colgroup \
    data datalist dd defs del desc details dfn dialog div dl dt ellipse em embed feBlend \
    feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset \
    fieldset figcaption figure filter font footer foreignObject form g h1 h2 h3 h4 h5 h6 head \
    header hgroup hr html i iframe image img input ins kbd label legend li line linearGradient \
    link main map mark marker mask math menu meta metadata meter nav noscript object ol \
    optgroup option output p param path pattern picture polygon polyline portal pre progress q \
    radialGradient rect rp rt ruby s samp script search section select slot small source span \
    stop strong style sub summary sup svg switch symbol table tbody td template text textPath \
    textarea tfoot th thead time title tr track tspan u ul use var video view wbr";
