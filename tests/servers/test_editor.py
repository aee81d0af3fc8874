"""The language server as an editor meets it: a real process, a real repository, the protocol in between."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.repository import Repo

pytestmark = pytest.mark.asyncio

LIB = "src/lib.rs"
CODE = "pub fn load(x: Option<u8>) -> u8 {\n    x.unwrap()\n}\n"
MANIFEST = '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n'


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "ratchet", "server"]))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """An editor that has started the server and says goodbye to it."""
    await lsp_client.initialize_session(types.InitializeParams(capabilities=types.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


def adopted(repo: Repo) -> Repo:
    """The repository with one unwrap in its baseline."""
    repo.write("Cargo.toml", MANIFEST)
    repo.write(LIB, CODE)
    repo.commit("code")
    assert repo.ratchet("init").code == 0
    repo.commit("adopt")
    return repo


def uri_of(repo: Repo, path: str = LIB) -> str:
    return (repo.root / path).as_uri()


async def opened(client: LanguageClient, repo: Repo, text: str) -> list[types.Diagnostic]:
    """What the server says of a file as the editor opens it."""
    uri = uri_of(repo)
    document = types.TextDocumentItem(uri=uri, language_id="rust", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    return await said(client, uri)


async def said(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 60)
    return list(client.diagnostics.get(uri, []))


async def test_known_debt_is_a_hint_a_new_site_an_error_and_what_is_typed_counts(
    client: LanguageClient, repo: Repo
) -> None:
    adopted(repo)
    text = CODE + "pub fn späť(x: Option<u8>) -> u8 {\n    let _ž = '𝄞'; x.unwrap()\n}\n"
    known, new = await opened(client, repo, text)
    assert (known.code, known.severity) == ("rust/unwrap", types.DiagnosticSeverity.Hint)
    assert known.range == types.Range(types.Position(1, 5), types.Position(1, 14))
    assert (new.code, new.severity) == ("rust/unwrap", types.DiagnosticSeverity.Error)
    # The protocol counts in UTF-16, in which the clef takes two.
    assert new.range.start == types.Position(4, len("    let _ž = '..'; x"))
    assert "src/lib.rs has 2, allowed 1" in new.message

    change = types.TextDocumentContentChangeWholeDocument("pub fn load() {}\n")
    version = types.VersionedTextDocumentIdentifier(version=2, uri=uri_of(repo))
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    assert await said(client, uri_of(repo)) == []
    assert repo.read(LIB) == CODE


async def test_a_site_is_explained_or_allowed_with_a_reason(client: LanguageClient, repo: Repo) -> None:
    adopted(repo)
    diagnostics = await opened(client, repo, CODE)
    document = types.TextDocumentIdentifier(uri_of(repo))

    found = await client.text_document_hover_async(types.HoverParams(document, types.Position(1, 6)))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "Counted by **rust/unwrap**: it is production code" in found.contents.value
    assert await client.text_document_hover_async(types.HoverParams(document, types.Position(0, 1))) is None

    params = types.CodeActionParams(document, diagnostics[0].range, types.CodeActionContext(diagnostics))
    explain, allow = await client.text_document_code_action_async(params) or []
    assert explain.title == "ratchet: explain why this counts (rust/unwrap)"
    assert isinstance(allow, types.CodeAction)
    assert allow.edit is not None
    assert allow.edit.changes is not None
    [edit] = allow.edit.changes[uri_of(repo)]
    assert edit.new_text == '    // ratchet: allow(rust/unwrap) reason="…"\n'
    command = types.ExecuteCommandParams("ratchet.explain", arguments=[uri_of(repo), 2])
    await client.workspace_execute_command_async(command)
    assert "Counted by **rust/unwrap**" in client.messages[-1].message


async def test_what_cannot_be_judged_is_logged_with_the_way_out(client: LanguageClient, repo: Repo) -> None:
    repo.write("Cargo.toml", MANIFEST)
    repo.write(LIB, CODE)
    repo.commit("code")
    document = types.TextDocumentItem(uri=uri_of(repo), language_id="rust", version=1, text=CODE)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    await asyncio.wait_for(client.wait_for_notification(types.WINDOW_LOG_MESSAGE), 60)
    assert "run: ratchet init" in client.log_messages[-1].message
