// Asks the matcher of containerd whether a Windows node takes an image. Each line of the input is a question in JSON, and each
// line of the output is the answer, in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/containerd/platforms"
	specs "github.com/opencontainers/image-spec/specs-go/v1"
)

type question struct {
	Host     specs.Platform `json:"host"`
	Platform specs.Platform `json:"platform"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(platforms.NewMatcher(asked.Host).Match(asked.Platform))
	}
}
