# The S3-compatible server of with-servers, which reads this file: Versity's gateway over a folder. It checks
# signatures, their time, and the rules of multipart uploads.

build_s3_server() {
  (cd "$support/s3/versitygw" && go build -o "$cache/versitygw" github.com/versity/versitygw/cmd/versitygw)
}

# Runs the gateway with a port and a folder, and prints when it answers.
serve_s3() {
  mkdir -p "$2/files" "$2/notes"
  "$cache/versitygw" --access tester --secret tester-secret --port "127.0.0.1:$1" --quiet posix --sidecar "$2/notes" "$2/files" &
  trap 'kill $! 2>/dev/null; wait $!' TERM
  until (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; do
    kill -0 $! || return 1
    sleep 0.1
  done
  echo "listening on http://127.0.0.1:$1"
  wait $!
}

start_s3_server() {
  if ! command -v go >/dev/null; then
    say "SKIPPED: the S3-compatible server needs Go"
  elif build_s3_server >&2; then
    if start versitygw serve_s3; then export TEST_S3_URL="http://tester:tester-secret@127.0.0.1:$port"; fi
  else
    say "SKIPPED: the S3-compatible server cannot be built"
  fi
}
