// Command cluster is an API server with its etcd and, under the name kubectl, kubectl: both of one release of Kubernetes.
//
//	cluster FOLDER   keeps its files in the folder, and prints its address when it is ready
//
// The API server runs until standard input ends. Users are those of the file tokens.csv in the folder.
package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if filepath.Base(os.Args[0]) == "kubectl" {
		if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
			util.CheckErr(err)
		}
		return
	}
	if err := serve(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(folder string) error {
	etcd, err := startEtcd(folder)
	if err != nil {
		return err
	}
	key := filepath.Join(folder, "key.pem")
	if err := writeKey(key); err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	command := app.NewAPIServerCommand()
	command.SetArgs([]string{
		"--etcd-servers=" + etcd,
		"--bind-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", port),
		"--cert-dir=" + folder,
		"--token-auth-file=" + filepath.Join(folder, "tokens.csv"),
		"--authorization-mode=RBAC",
		"--service-cluster-ip-range=10.0.0.0/24",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + key,
		"--service-account-signing-key-file=" + key,
		// There are no controllers that create service accounts.
		"--disable-admission-plugins=ServiceAccount",
	})
	failed := make(chan error, 1)
	go func() { failed <- command.Execute() }()
	address := fmt.Sprintf("https://127.0.0.1:%d", port)
	for !isReady(address) {
		select {
		case err := <-failed:
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
	fmt.Println(address)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// startEtcd starts an etcd with an empty store and returns its address.
func startEtcd(folder string) (string, error) {
	config := embed.NewConfig()
	config.Dir = filepath.Join(folder, "etcd")
	config.LogLevel = "error"
	addresses := make([]url.URL, 2)
	for i := range addresses {
		port, err := freePort()
		if err != nil {
			return "", err
		}
		addresses[i] = url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", port)}
	}
	config.ListenClientUrls, config.AdvertiseClientUrls = addresses[:1], addresses[:1]
	config.ListenPeerUrls, config.AdvertisePeerUrls = addresses[1:], addresses[1:]
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return "", err
	}
	<-etcd.Server.ReadyNotify()
	return addresses[0].String(), nil
}

// writeKey writes a new key for the tokens of service accounts.
func writeKey(file string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return os.WriteFile(file, pem.EncodeToMemory(block), 0o600)
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func isReady(address string) bool {
	// The certificate was created a moment ago.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	response, err := client.Get(address + "/readyz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
