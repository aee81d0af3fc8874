//! Finds every `unwrap`, `expect`, unsafe block and unsafe item with `syn`, with its scope and its shape. It exempts nothing:
//! who compares decides by the shape which of them a rule counts.
//!
//! Reads lines of `package<TAB>directory` and `root<TAB>kind<TAB>file`, the roots as cargo names them and after their
//! package. Writes lines of `file<TAB>path<TAB>scope<TAB>how it was read` and of `site<TAB>path<TAB>line<TAB>rule<TAB>scope`
//! with the four fields of the shape: form, receiver or type, argument, and whether `?` follows.

mod attributes;
mod cfg;
mod code;
mod facts;
mod shapes;
mod tokens;
mod tree;

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::PathBuf;
use std::thread;

use facts::Scope;
use tree::Package;

const STACK: usize = 512 << 20; // `syn` recurses as deep as the code it reads is nested

fn main() -> Result<()> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let mut packages = read_packages(&input)?;
    let workers = thread::available_parallelism().map_or(1, |number| number.get());
    let mut shares: Vec<Vec<Package>> = (0..workers).map(|_| Vec::new()).collect();
    for number in (0..packages.len()).rev() {
        shares[number % workers].push(packages.remove(number));
    }
    let mut handles = Vec::new();
    for share in shares {
        handles.push(thread::Builder::new().stack_size(STACK).spawn(move || count(&share))?);
    }
    for handle in handles {
        let text = handle.join().map_err(|_| Error::other("a worker panicked"))?;
        std::io::stdout().write_all(text.as_bytes())?;
    }
    Ok(())
}

fn read_packages(input: &str) -> Result<Vec<Package>> {
    let mut packages: Vec<Package> = Vec::new();
    for line in input.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match (fields.as_slice(), packages.last_mut()) {
            (["package", directory], _) => packages.push(Package::new(directory)),
            (["root", kind, file], Some(package)) => package.roots.push((PathBuf::from(file), role(kind))),
            _ => return Err(Error::new(ErrorKind::InvalidInput, format!("not understood: {line}"))),
        }
    }
    Ok(packages)
}

/// The scope of a target, by the kind that `cargo metadata` gives it.
fn role(kind: &str) -> Scope {
    match kind {
        "test" => Scope::Test,
        "bench" => Scope::Bench,
        "example" => Scope::Example,
        "custom-build" => Scope::Build,
        _ => Scope::Production,
    }
}

fn count(packages: &[Package]) -> String {
    let mut lines = String::new();
    for package in packages {
        for file in tree::walk(package) {
            file.write(&mut lines);
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    lines
}
