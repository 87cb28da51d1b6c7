# The MongoDB wire servers of with-servers, which reads this file.

build_java_server() {
  local here=$support/mongo/java
  [ "$cache/java/WireServer.class" -nt "$here/WireServer.java" ] && return
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$cache/java/lib" &&
    javac -cp "$cache/java/lib/*" -d "$cache/java" "$here/WireServer.java"
}

build_ferretdb() {
  (cd "$support/mongo/ferretdb" && go build -o "$cache/ferretdb" .)
}

start_mongo_servers() {
  local urls=()
  if ! command -v mvn >/dev/null || ! command -v javac >/dev/null; then
    say "SKIPPED: mongo-java-server needs a JDK and Maven"
  elif build_java_server >&2; then
    # Tests that kill a server start this program themselves, with a port and a folder.
    export TEST_MONGODB_PROGRAM=$cache/java/wire-server
    printf '#!/bin/sh\nexec java -Xmx512m -cp "%s" WireServer "$@"\n' "$cache/java:$cache/java/lib/*" >"$TEST_MONGODB_PROGRAM"
    chmod +x "$TEST_MONGODB_PROGRAM"
    if start mongo-java-server "$TEST_MONGODB_PROGRAM"; then urls+=("mongodb://127.0.0.1:$port/"); fi
  else
    say "SKIPPED: mongo-java-server cannot be built"
  fi
  if ! command -v go >/dev/null; then
    say "SKIPPED: FerretDB needs Go"
  elif build_ferretdb >&2; then
    if start ferretdb "$cache/ferretdb"; then urls+=("mongodb://127.0.0.1:$port/"); fi
  else
    say "SKIPPED: FerretDB cannot be built"
  fi
  if [ "${#urls[@]}" -gt 0 ]; then export TEST_MONGODB_URL="${urls[*]}"; fi
}
