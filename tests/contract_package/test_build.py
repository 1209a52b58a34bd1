"""The generated code is current, and the checks on the contract bite."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2

from memory_core.contract import build


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the freshly compiled contract."""
    folder = tmp_path_factory.mktemp("contract")
    build.generate(folder)
    return folder


def changed(work: Path, folder: Path, change: str) -> Path:
    """A copy of the image in which one message of recall.proto was changed."""
    files = descriptor_pb2.FileDescriptorSet.FromString((work / "image.binpb").read_bytes())
    (recall,) = (file for file in files.file if file.name == "memory/v1/recall.proto")
    (request,) = (message for message in recall.message_type if message.name == "QueryRequest")
    if change == "a field is gone":
        del request.field[8]  # a list: an optional one would leave its synthetic oneof behind
    elif change == "a field has another type":
        request.field[1].type = descriptor_pb2.FieldDescriptorProto.TYPE_INT64
    elif change == "a field has another JSON name":
        request.field[1].json_name = "question"
    elif change == "a comment is gone":
        for location in recall.source_code_info.location:
            location.ClearField("leading_comments")
    elif change == "a message is called otherwise":
        request.field[1].name = "Query"
    (folder / "image.binpb").write_bytes(files.SerializeToString())
    return folder


def test_the_generated_code_is_what_the_protos_give(work: Path) -> None:
    assert not build.drift(work / "gen")


def test_a_stale_or_foreign_file_among_the_generated_is_found(work: Path, tmp_path: Path) -> None:
    shutil.copytree(work / "gen", tmp_path / "gen")
    (tmp_path / "gen/memory/v1/recall_pb2.py").write_text("stale")
    assert build.drift(tmp_path / "gen")


def test_the_protos_are_clean_and_break_no_client(work: Path) -> None:
    assert not build.buf_lint(work)
    assert not build.buf_breaking(work)


@pytest.mark.parametrize("change", ["a field is gone", "a field has another type", "a field has another JSON name"])
def test_what_would_break_a_client_is_found(
    work: Path, tmp_path: Path, change: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert build.buf_breaking(changed(work, tmp_path, change))
    assert "QueryRequest" in capfd.readouterr().out


@pytest.mark.parametrize("change", ["a comment is gone", "a message is called otherwise"])
def test_what_reads_badly_is_found(work: Path, tmp_path: Path, change: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert build.buf_lint(changed(work, tmp_path, change))
    assert "recall.proto" in capfd.readouterr().out
