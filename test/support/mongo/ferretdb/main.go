// Speaks MongoDB's wire protocol over SQLite files: `wire-server PORT FOLDER`.
//
// FerretDB 1.24 reads and writes a record in two steps, so that one of two concurrent changes of a record can be lost.
// MongoDB never loses one. Here, commands are passed on one at a time, which restores that guarantee.
package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/url"
	"os"
	"sync"

	"github.com/FerretDB/FerretDB/ferretdb"
)

const (
	headerBytes  = 16
	longestBytes = 64 << 20
	opMsg        = 2013
	moreToCome   = 2
)

func main() {
	address := "127.0.0.1:" + os.Args[1]
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[2] + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(server.Run(context.Background())) }()
	inner, err := url.Parse(server.MongoDBURI())
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on mongodb://" + address)
	var gate sync.Mutex
	for {
		client, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go serve(client, inner.Host, &gate)
	}
}

// serve passes on the messages of one connection, and locks the gate from each command to its answer.
func serve(client net.Conn, address string, gate *sync.Mutex) {
	defer client.Close()
	inner, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer inner.Close()
	for {
		command, err := readMessage(client)
		if err != nil {
			return
		}
		answer, err := exchange(inner, command, gate)
		if err != nil {
			return
		}
		if _, err := client.Write(answer); err != nil {
			return
		}
	}
}

func exchange(inner net.Conn, command []byte, gate *sync.Mutex) ([]byte, error) {
	gate.Lock()
	defer gate.Unlock()
	if _, err := inner.Write(command); err != nil {
		return nil, err
	}
	if !isAnswered(command) {
		return nil, nil
	}
	return readMessage(inner)
}

func isAnswered(command []byte) bool {
	if binary.LittleEndian.Uint32(command[12:]) != opMsg || len(command) < headerBytes+4 {
		return true
	}
	return binary.LittleEndian.Uint32(command[headerBytes:])&moreToCome == 0
}

func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerBytes || length > longestBytes {
		return nil, fmt.Errorf("a message of %d bytes", length)
	}
	message := make([]byte, length)
	copy(message, header)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}
