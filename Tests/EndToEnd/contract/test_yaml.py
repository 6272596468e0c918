"""Other YAML tools can read the definition files of the project."""
import pytest
import yaml

from EndToEnd.contract.definition_files import document_blocks, repository_files

pytestmark = pytest.mark.landing


def test_pyyaml_reads_every_file():
    texts = list(repository_files())
    texts += [(f"{page}, block {number}", text) for page, number, _, text in document_blocks()]
    faults = []
    for name, text in texts:
        try:
            list(yaml.safe_load_all(text))
        except yaml.YAMLError as fault:
            faults.append(f"{name}: {' '.join(str(fault).split())}")
    assert not faults, "\n".join(faults)
    assert len(texts) >= 150, f"found only {len(texts)} files"
