// Command recorder asks one release of Kubernetes what it says of manifests. It reads one JSON object a line,
// {"id", "object"}, and writes one answer a line in the same order. Its argument says what to ask:
//
//	pods      what the API server rejects because of Windows, and what Pod Security holds against the pod
//	affinity  on which nodes the scheduler lets the pod run
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// manifest is a line of the input.
type manifest struct {
	ID     string         `json:"id"`
	Object map[string]any `json:"object"`
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	questions := map[string]func(manifest) (any, error){"pods": podAnswer, "affinity": affinityAnswer}
	if len(args) != 1 || questions[args[0]] == nil {
		return fmt.Errorf("usage: recorder pods|affinity < manifests.jsonl > answers.jsonl")
	}
	buffered := bufio.NewWriter(out)
	input, output := json.NewDecoder(in), json.NewEncoder(buffered)
	output.SetEscapeHTML(false)
	for {
		var one manifest
		if err := input.Decode(&one); err == io.EOF {
			return buffered.Flush()
		} else if err != nil {
			return err
		}
		answer, err := questions[args[0]](one)
		if err != nil {
			return fmt.Errorf("%s: %w", one.ID, err)
		}
		if err := output.Encode(answer); err != nil {
			return err
		}
	}
}
