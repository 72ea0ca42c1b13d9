// Runs a command, and writes its processor time and peak of memory to the file that USAGE_FILE names, as measure.cjs does
// for programs of Node.js. How the command ends does not matter: linters fail where they find something.
package main

import (
	"encoding/json"
	"log"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stderr = os.Stderr
	if err := command.Run(); command.ProcessState == nil {
		log.Fatal(err)
	}
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	text, err := json.Marshal(map[string]float64{
		"seconds": (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds(),
		"memory":  float64(usage.Maxrss) / 1024,
	})
	if err == nil {
		err = os.WriteFile(os.Getenv("USAGE_FILE"), text, 0o600)
	}
	if err != nil {
		log.Fatal(err)
	}
}
