"""The language server: open files are judged as they are in the editor, against the budgets of HEAD."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ratchet.model.errors import RatchetError
from ratchet.model.version import __version__
from ratchet.repo.protocol_streams import protocol_streams
from ratchet.servers.actions import EXPLAIN, actions_for
from ratchet.servers.diagnostics import diagnostics_of
from ratchet.servers.hovering import hover_text
from ratchet.servers.judging import Judging

__all__ = ["serve"]

_PAUSE = 0.4


class Editor:
    """What one editor has open, and what was last said of it."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.judging = Judging()
        self.tops: dict[str, str] = {}
        self.open: dict[str, str] = {}
        self.said: dict[str, set[str]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}

    async def opened(self, uri: str) -> None:
        """A document is open: judge its repository."""
        path = to_fs_path(uri)
        if path is None:
            return
        directory, _, _ = path.rpartition("/")
        if directory not in self.tops:
            self.tops[directory] = await self.judging.top(directory or "/")
        top = self.tops[directory]
        if top and path.startswith(f"{top}/"):
            self.open[uri] = top
            self.judge_soon(top, 0)

    def changed(self, uri: str) -> None:
        """A document changed: judge when the typing pauses."""
        if uri in self.open:
            self.judge_soon(self.open[uri], _PAUSE)

    def closed(self, uri: str) -> None:
        """A document is closed: what is on disk counts again."""
        top = self.open.pop(uri, "")
        if top:
            self.judge_soon(top, 0)

    def judge_soon(self, top: str, pause: float) -> None:
        """One question at a time for each repository; a newer one replaces one that waits."""
        if top in self.waiting:
            self.waiting[top].cancel()
        self.waiting[top] = asyncio.get_running_loop().create_task(self._judge(top, pause))

    async def _judge(self, top: str, pause: float) -> None:
        await asyncio.sleep(pause)
        buffers = self.buffers(top)
        try:
            verdict = await self.judging.check(top, buffers)
        except RatchetError as error:
            self._tell(error)
            return
        texts = {path: content.decode("utf-8", "replace").split("\n") for path, content in buffers.items()}
        found = diagnostics_of(verdict, texts)
        for path in sorted(found.keys() | self.said.get(top, set())):
            uri = from_fs_path(f"{top}/{path}")
            if uri is not None:
                params = types.PublishDiagnosticsParams(uri=uri, diagnostics=found.get(path, []))
                self.server.text_document_publish_diagnostics(params)
        self.said[top] = {path for path, each in found.items() if each}

    def buffers(self, top: str) -> dict[str, bytes]:
        """The open files of a repository, by path from its top."""
        found = {}
        for uri, home in sorted(self.open.items()):
            path = to_fs_path(uri)
            if home == top and path is not None:
                source = self.server.workspace.get_text_document(uri).source
                found[path.removeprefix(f"{top}/")] = source.encode("utf-8", "surrogatepass")
        return found

    def _tell(self, error: RatchetError) -> None:
        for mistake in error.mistakes:
            where = f" ({mistake.place})" if mistake.place else ""
            text = f"ratchet cannot judge: {mistake.message}{where}. {mistake.hint}"
            self.server.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))

    def place(self, uri: str) -> tuple[str, str] | None:
        """The repository of an open document, and its path from the top."""
        path = to_fs_path(uri)
        if uri not in self.open or path is None:
            return None
        return self.open[uri], path.removeprefix(f"{self.open[uri]}/")


def serve() -> None:
    """Speak the protocol on standard input and output until the editor says goodbye."""
    server = LanguageServer("ratchet", __version__)
    editor = Editor(server)
    _documents(server, editor)
    _answers(server, editor)
    try:
        server.start_io(*protocol_streams())
    finally:
        editor.judging.stop()


def _documents(server: LanguageServer, editor: Editor) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        await editor.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        editor.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        editor.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        editor.closed(params.text_document.uri)


def _answers(server: LanguageServer, editor: Editor) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        text = await _hover(editor, params.text_document.uri, params.position.line + 1)
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def actions(params: types.CodeActionParams) -> Sequence[types.CodeAction]:
        document = server.workspace.get_text_document(params.text_document.uri)
        return actions_for(params.text_document.uri, document.lines, params.context.diagnostics)

    @server.command(EXPLAIN)
    async def explain(uri: str, line: int) -> None:
        text = await _hover(editor, uri, line)
        message = text or "there is nothing to explain on this line"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))


async def _hover(editor: Editor, uri: str, line: int) -> str:
    """What there is to say of a line; nothing where no rule matches on it."""
    place = editor.place(uri)
    if place is None:
        return ""
    top, path = place
    try:
        return hover_text(await editor.judging.explain(top, path, line, editor.buffers(top)))
    except RatchetError:
        return ""
