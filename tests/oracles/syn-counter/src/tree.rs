//! The files of a package: reached from its crate roots along modules and includes, or lying there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::code::read;
use crate::facts::{Facts, Link, Reading, Scope, Shape, Step, Target};

pub struct Package {
    pub directory: PathBuf,
    pub roots: Vec<(PathBuf, Scope)>,
}

impl Package {
    pub fn new(directory: &str) -> Package {
        Package { directory: PathBuf::from(directory), roots: Vec::new() }
    }
}

/// One file with the role it plays; none for what is only included as text.
pub struct Counted {
    path: PathBuf,
    role: Option<Scope>,
    facts: Facts,
}

impl Counted {
    pub fn write(&self, lines: &mut String) {
        let path = self.path.display();
        let role = self.role.map_or("data", Scope::name);
        *lines += &format!("file\t{path}\t{role}\t{}\n", self.facts.reading.name());
        let Some(role) = self.role else { return };
        for site in &self.facts.sites {
            let scope = if role == Scope::Production { site.scope.unwrap_or(role) } else { role };
            let Shape { form, of, argument, tried } = &site.shape;
            let (line, rule, scope) = (site.line, site.rule.name(), scope.name());
            *lines += &format!("site\t{path}\t{line}\t{rule}\t{scope}\t{form}\t{of}\t{argument}\t{tried}\n");
        }
    }
}

/// A file about to be entered; `owns` when the modules it declares lie beside it and not in a directory of its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Visit {
    path: PathBuf,
    owns: bool,
}

pub fn walk(package: &Package) -> Vec<Counted> {
    let mut walk =
        Walk { directory: &package.directory, files: BTreeMap::new(), roles: BTreeMap::new(), data: BTreeSet::new() };
    gather(&package.directory, &mut walk.files);
    let roots = package.roots.iter().map(|(path, scope)| (*scope, Visit { path: tidy(path), owns: true }));
    walk.spread(roots.collect());
    let lost = walk.lost();
    let strays = walk.strays(&lost);
    walk.spread(strays);
    for path in lost {
        let place = by_place(&path, &package.directory);
        walk.roles.entry(path).or_insert(place);
    }
    let roles = walk.roles;
    let counted = |(path, facts): (PathBuf, Facts)| Counted { role: roles.get(&path).copied(), path, facts };
    walk.files.into_iter().map(counted).collect()
}

/// The files read and the roles known so far; `data` are those that others take as text.
struct Walk<'p> {
    directory: &'p Path,
    files: BTreeMap<PathBuf, Facts>,
    roles: BTreeMap<PathBuf, Scope>,
    data: BTreeSet<PathBuf>,
}

impl Walk<'_> {
    /// Follow every link from some files, the stronger scopes first; a file that has a role keeps it.
    fn spread(&mut self, roots: Vec<(Scope, Visit)>) {
        let settled: BTreeSet<PathBuf> = self.roles.keys().cloned().collect();
        let mut waiting: BTreeMap<Scope, Vec<Visit>> = BTreeMap::new();
        for (scope, visit) in roots {
            waiting.entry(scope).or_default().push(visit);
        }
        for scope in Scope::STRONGEST_FIRST {
            let mut seen = BTreeSet::new();
            while let Some(visit) = waiting.entry(scope).or_default().pop() {
                let known = self.roles.get(&visit.path).is_some_and(|role| *role != scope);
                if known || settled.contains(&visit.path) || !seen.insert(visit.clone()) || !self.is_read(&visit.path) {
                    continue;
                }
                self.roles.insert(visit.path.clone(), scope);
                for (reached, next) in self.following(scope, &visit) {
                    waiting.entry(reached).or_default().push(next);
                }
            }
        }
    }

    /// Code may be in a file of any name.
    fn is_read(&mut self, path: &Path) -> bool {
        if !self.files.contains_key(path) && path.starts_with(self.directory) && path.is_file() {
            self.files.insert(path.to_owned(), read_file(path));
        }
        self.files.contains_key(path)
    }

    fn following(&mut self, scope: Scope, visit: &Visit) -> Vec<(Scope, Visit)> {
        let mut found = Vec::new();
        for link in self.files.get(&visit.path).map_or(&[][..], |facts| &facts.links) {
            let reached = if scope == Scope::Production { link.scope.unwrap_or(scope) } else { scope };
            match link.target {
                Target::Data(_) => self.data.extend(follow(visit, link).into_iter().map(|next| next.path)),
                _ => found.extend(follow(visit, link).into_iter().map(|next| (reached, next))),
            }
        }
        found
    }

    /// The files that nothing reached and nothing takes as text.
    fn lost(&self) -> Vec<PathBuf> {
        let is_lost = |path: &&PathBuf| !self.roles.contains_key(*path) && !self.data.contains(*path);
        self.files.keys().filter(is_lost).cloned().collect()
    }

    /// The lost files that no other lost file declares: what these declare as a test is one.
    fn strays(&mut self, lost: &[PathBuf]) -> Vec<(Scope, Visit)> {
        let owns = |path: &Path| ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| path.ends_with(name));
        let mut strays: Vec<(Scope, Visit)> = Vec::new();
        let mut declared = BTreeSet::new();
        for path in lost {
            let scope = by_place(path, self.directory);
            let visit = Visit { owns: owns(path), path: path.clone() };
            declared.extend(self.following(scope, &visit).into_iter().map(|(_, next)| next.path));
            strays.push((scope, visit));
        }
        strays.retain(|(_, visit)| !declared.contains(&visit.path));
        strays
    }
}

/// Where a link may lead.
fn follow(visit: &Visit, link: &Link) -> Vec<Visit> {
    let here = visit.path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
    let mut directory = here.clone();
    let mut below = if visit.owns { None } else { visit.path.file_stem() };
    for step in &link.around {
        match (step, below.take()) {
            (Step::Named(name), stem) => {
                directory.extend(stem);
                directory.push(name);
            }
            (Step::Redirected(path), _) => directory.push(path),
        }
    }
    match &link.target {
        Target::Path(path) => vec![Visit { path: tidy(&directory.join(path)), owns: true }],
        Target::Include(path) | Target::Data(path) => vec![Visit { path: tidy(&here.join(path)), owns: true }],
        Target::Module(name) => {
            directory.extend(below);
            let beside = Visit { path: tidy(&directory.join(format!("{name}.rs"))), owns: false };
            vec![beside, Visit { path: tidy(&directory.join(name).join("mod.rs")), owns: true }]
        }
    }
}

/// The conventional directories say what an unreached file is for, and so does `tests` below any other than `src`; anywhere
/// else it counts.
fn by_place(path: &Path, package: &Path) -> Scope {
    let inside = path.strip_prefix(package).unwrap_or(path).parent().unwrap_or(Path::new(""));
    let parts: Vec<_> = inside.components().map(Component::as_os_str).collect();
    match parts.first().and_then(|top| top.to_str()) {
        Some("benches") => Scope::Bench,
        Some("examples") => Scope::Example,
        Some("src") => Scope::Production,
        _ if parts.iter().any(|part| *part == "tests") => Scope::Test,
        _ => Scope::Production,
    }
}

fn gather(directory: &Path, files: &mut BTreeMap<PathBuf, Facts>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let facts = read_file(&path);
            files.insert(path, facts);
        }
    }
}

fn read_file(path: &Path) -> Facts {
    match std::fs::read_to_string(path) {
        Ok(source) => read(&source),
        Err(_) => Facts { reading: Reading::Nothing, ..Facts::default() },
    }
}

/// A path without `.` and `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            _ => clean.push(part),
        }
    }
    clean
}
