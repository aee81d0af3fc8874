"""A small shop with contracts of import-linter of every type, kept and broken, and what is right for each."""

from __future__ import annotations

__all__ = ["BROKEN", "CONTRACTS", "KEPT", "SHOP", "named"]

# web imports domain through glue, which is in no layer; domain imports web only for types; gifts knows sales.
SHOP = {
    "shop/__init__.py": "",
    "shop/cli.py": "import shop.web.views\nimport json\n",
    "shop/web/__init__.py": "",
    "shop/web/views.py": "from shop import glue\nfrom shop.web import forms\n",
    "shop/web/forms.py": "",
    "shop/glue.py": "from shop.domain import orders\nimport django.db\n",
    "shop/domain/__init__.py": "",
    "shop/domain/orders.py": (
        "from typing import TYPE_CHECKING\nfrom shop.domain.prices import price\n"
        "if TYPE_CHECKING:\n    from shop.web import forms\n"
    ),
    "shop/domain/prices.py": "def late():\n    from shop.domain import orders\n",
    "shop/data/__init__.py": "",
    "shop/data/tables.py": "",
    "shop/data/store.py": "from shop.data.tables import x\n",
    "shop/features/__init__.py": "",
    "shop/features/gifts/__init__.py": "from shop.features.sales import internal\n",
    "shop/features/gifts/internal.py": "",
    "shop/features/sales/__init__.py": "",
    "shop/features/sales/internal.py": "from shop.data import tables\n",
    "shop/features/migrations/__init__.py": "",
    "shop/features/migrations/0001_initial.py": "import shop.data.store\n",
}

CONTRACTS = """\
[importlinter]
root_package = shop
include_external_packages = True

[importlinter:contract:layers-by-full-name]
name = broken: web is above domain, and domain imports its forms for types
type = layers
layers =
    shop.cli
    shop.web
    shop.domain

[importlinter:contract:layers-in-a-container]
name = broken: through glue web reaches what stands above it
type = layers
containers = shop
layers =
    (nothing)
    domain : cli
    web

[importlinter:contract:layers-that-hold]
name = kept: the import for types is ignored
type = layers
containers = shop
layers =
    cli
    web | features
    domain : data
ignore_imports =
    shop.domain.orders -> shop.web.forms

[importlinter:contract:exhaustive]
name = broken: glue and features are in no layer
type = layers
containers = shop
exhaustive = True
layers =
    cli
    web
    domain : data
ignore_imports =
    shop.domain.* -> shop.web.**

[importlinter:contract:exhaustive-but-for]
name = kept: what is in no layer is ignored
type = layers
containers = shop
exhaustive = True
exhaustive_ignores =
    glue
    features
layers =
    cli
    web
    domain : data
ignore_imports =
    shop.domain.* -> shop.web.**

[importlinter:contract:one-layer]
name = broken: siblings of one layer are independent
type = layers
layers =
    shop.features.gifts | shop.features.sales

[importlinter:contract:no-django]
name = broken: web reaches django through glue
type = forbidden
source_modules = shop.web
forbidden_modules = django

[importlinter:contract:no-django-directly]
name = kept: web does not import django itself
type = forbidden
source_modules = shop.web
forbidden_modules = django
allow_indirect_imports = True

[importlinter:contract:no-django-but-in-glue]
name = kept: the edge in the middle of the way is ignored
type = forbidden
source_modules = shop.web
forbidden_modules = django
ignore_imports = shop.glue -> django

[importlinter:contract:no-json]
name = broken: cli imports the standard library
type = forbidden
source_modules = shop.cli
forbidden_modules = json

[importlinter:contract:overlapping]
name = broken: features may import no other part, and sales imports data
type = forbidden
source_modules = shop.features
forbidden_modules = shop.*

[importlinter:contract:overlapping-from-below]
name = broken: views may not import glue, but what is in its own package
type = forbidden
source_modules = shop.web.views
forbidden_modules = shop.*
allow_indirect_imports = True

[importlinter:contract:overlapping-and-ignored]
name = kept: of what it imports only glue is forbidden, and that is ignored
type = forbidden
source_modules = shop.web.views
forbidden_modules = shop.*
allow_indirect_imports = True
ignore_imports = shop.web.views -> shop.glue

[importlinter:contract:not-as-packages]
name = kept: the package itself imports nothing
type = forbidden
source_modules = shop.web
forbidden_modules = shop.glue
as_packages = False

[importlinter:contract:migrations]
name = broken: migrations are modules too
type = forbidden
source_modules = shop.features.migrations
forbidden_modules = shop.data

[importlinter:contract:independent-parts]
name = broken: gifts knows sales
type = independence
modules = shop.features.*

[importlinter:contract:independent-two]
name = kept: data knows neither
type = independence
modules =
    shop.data
    shop.cli

[importlinter:contract:protected]
name = broken: sales imports tables
type = protected
protected_modules = shop.data.tables
allowed_importers = shop.data

[importlinter:contract:protected-for-both]
name = kept: data and features may
type = protected
protected_modules = shop.data.tables
allowed_importers =
    shop.data
    shop.features

[importlinter:contract:protected-exactly]
name = broken: only the package itself may, and a module of it does
type = protected
protected_modules = shop.features.*.internal
allowed_importers = shop.features.sales
as_packages = False

[importlinter:contract:acyclic]
name = broken: orders and prices import each other
type = acyclic_siblings
ancestors = shop

[importlinter:contract:acyclic-at-the-top]
name = broken: web and domain know each other through types and glue
type = acyclic_siblings
ancestors = shop
depth = 0

[importlinter:contract:acyclic-but-for-domain]
name = kept: domain is not looked into, and the import for types is ignored
type = acyclic_siblings
ancestors = shop
skip_descendants = shop.domain
ignore_imports = shop.domain.orders -> shop.web.forms
"""


def named(word: str) -> list[str]:
    """The contracts whose name begins with a word."""
    lines = CONTRACTS.splitlines()
    return [line.removeprefix("name = ") for line in lines if line.startswith(f"name = {word}")]


KEPT, BROKEN = named("kept"), named("broken")
