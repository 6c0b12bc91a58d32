//! The links and anchors of a page, from its tags.

/// A reference of a page to another address.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// The address, with its entities resolved.
    pub address: String,
    /// Whether a browser loads the address with the page.
    pub is_loaded: bool,
}

/// The links and anchors of a page.
#[derive(Debug, Default)]
pub struct References {
    pub links: Vec<Link>,
    pub anchors: Vec<String>,
}

/// Returns the links and anchors of a page.
pub fn references(page: &str) -> References {
    let mut references = References::default();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            continue;
        }
        let (tag, attributes, end) = tag(&rest[1..]);
        rest = &rest[1 + end..];
        for (name, value) in attributes {
            match name {
                "id" => references.anchors.push(value),
                "name" if tag == "a" => references.anchors.push(value),
                "href" | "src" | "data" => {
                    let is_loaded = name != "href" || tag == "link";
                    references.links.push(Link { address: value, is_loaded });
                }
                "srcset" => references.links.extend(value.split(',').filter_map(|part| {
                    let address = part.split_whitespace().next()?.to_owned();
                    Some(Link { address, is_loaded: true })
                })),
                _ => {}
            }
        }
        if tag == "script" || tag == "style" {
            rest = rest.find(&format!("</{tag}")).map_or("", |at| &rest[at..]);
        }
    }
    references
}

/// Returns the name of a tag, its attributes, and the length of the tag; the text begins behind `<`.
fn tag(text: &str) -> (&str, Vec<(&str, String)>, usize) {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(length);
    let mut attributes = Vec::new();
    if name.is_empty() {
        return (name, attributes, 0);
    }
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let length = rest.find(|c: char| c.is_whitespace() || "=>/".contains(c)).unwrap_or(rest.len());
        if length == 0 {
            return (name, attributes, text.len() - rest.len());
        }
        let key;
        (key, rest) = rest.split_at(length);
        let Some(value) = rest.strip_prefix('=') else { continue };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len())),
        };
        attributes.push((key, resolved(value)));
        rest = after;
    }
}

/// Returns the value of an attribute without entities.
fn resolved(value: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")];
    entities.iter().fold(value.to_owned(), |value, (entity, text)| value.replace(entity, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_anchors_are_found() {
        let page = "<!-- <a href=x> --><h1 id=top>A</h1><a class=\"b\" href='c.html#d&amp;e'>f</a> 1 < 2 \
                    <script src=\"g.js\">'<a href=h>'</script><img src=i srcset=\"j 1x, k 2x\"/><a name=l>";
        let found = references(page);
        let links: Vec<_> = found.links.iter().map(|link| (link.address.as_str(), link.is_loaded)).collect();
        assert_eq!(links, [("c.html#d&e", false), ("g.js", true), ("i", true), ("j", true), ("k", true)]);
        assert_eq!(found.anchors, ["top", "l"]);
    }
}
