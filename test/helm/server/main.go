// Command helm renders charts with the engine of Helm.
//
//	helm render3 < charts   the rendered templates of each chart, or why Helm 3 does not render it
//	helm render4 < charts   the same of Helm 4
//	helm create             the files of the chart that `helm create example` writes
//
// Each line of the input is a JSON object, and each line of the output is one answer, in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"path/filepath"

	"kubewin/helm/charts"
	v3 "kubewin/helm/v3"
	v4 "kubewin/helm/v4"
)

func main() {
	log.SetOutput(io.Discard)
	slog.SetDefault(slog.New(slog.DiscardHandler))
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("expected render3, render4 or create")
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	switch args[0] {
	case "create":
		files, err := create()
		if err != nil {
			return err
		}
		return encoder.Encode(files)
	case "render3":
		return answer(encoder, v3.RenderOnly)
	case "render4":
		return answer(encoder, v4.RenderOnly)
	}
	return fmt.Errorf("unknown command %s", args[0])
}

// answer answers the questions of standard input.
func answer(encoder *json.Encoder, renderOnly func(asked charts.Question, only string) (map[string]string, error)) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	for lines.Scan() {
		var asked charts.Question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		if err := encoder.Encode(charts.Render(asked, renderOnly)); err != nil {
			return err
		}
	}
	return lines.Err()
}

// create returns the files of a new chart by their paths.
func create() (map[string]string, error) {
	folder, err := os.MkdirTemp("", "kubewin-helm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	root, err := v3.Create("example", folder)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		files[filepath.ToSlash(relative)] = string(text)
		return err
	})
	return files, err
}
