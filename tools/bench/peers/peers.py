"""`peers.py READER OUT FILE...` reads PDFs with a Python library and writes [file, first page, last page, text] to OUT."""

import json
import re
import sys


def pypdf(path):
    from pypdf import PdfReader

    for number, page in enumerate(PdfReader(path).pages, 1):
        yield number, number, page.extract_text()


def pdfminer(path):
    from pdfminer.high_level import extract_pages
    from pdfminer.layout import LTTextContainer

    for number, page in enumerate(extract_pages(path), 1):
        yield number, number, "".join(box.get_text() for box in page if isinstance(box, LTTextContainer))


def pymupdf(path):
    import pymupdf as library

    with library.open(path) as document:
        for number, page in enumerate(document, 1):
            yield number, number, page.get_text()


def paperqa(path):
    from paperqa.readers import chunk_pdf
    from paperqa.types import Doc
    from paperqa_pypdf import parse_pdf_to_pages

    parsed = parse_pdf_to_pages(path, parse_media=False)
    doc = Doc(docname="file", citation="file", dockey="file")
    for chunk in chunk_pdf(parsed, doc, chunk_chars=3000, overlap=100):
        pages = [int(number) for number in re.findall(r"\d+", chunk.name.split("pages", 1)[-1])]
        yield pages[0], pages[-1], chunk.text


def main():
    reader, out, *files = sys.argv[1:]
    read = {"pypdf": pypdf, "pdfminer": pdfminer, "pymupdf": pymupdf, "paperqa": paperqa}[reader]
    with open(out, "w", encoding="utf-8") as written:
        json.dump([[file, *part] for file in range(len(files)) for part in read(files[file])], written)


main()
