package main

import (
	"encoding/json"
	"reflect"

	v1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission/plugin/policy/generic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// collectParams returns the parameters with which the server evaluates a policy, one after the other: nil if the policy
// reads none, and no elements if the ConfigMap does not exist.
func collectParams(kind *v1.ParamKind, ref *v1.ParamRef, configMaps informers.GenericInformer) ([]runtime.Object, error) {
	collect := reflect.ValueOf(generic.CollectParams)
	arguments := []reflect.Value{
		reflect.ValueOf(kind), reflect.ValueOf(configMaps), reflect.ValueOf(meta.RESTScopeNamespace),
		reflect.ValueOf(ref), reflect.ValueOf("default"),
	}
	// Later releases also take clients that look for what is not in the cache yet.
	for i := len(arguments); i < collect.Type().NumIn(); i++ {
		arguments = append(arguments, reflect.Zero(collect.Type().In(i)))
	}
	results := collect.Call(arguments)
	err, _ := results[1].Interface().(error)
	return results[0].Interface().([]runtime.Object), err
}

// configMapStore is an informer that has read all ConfigMaps.
type configMapStore struct {
	cache.SharedIndexInformer
	store cache.Indexer
}

func (s configMapStore) Informer() cache.SharedIndexInformer { return s }
func (s configMapStore) HasSynced() bool                     { return true }
func (s configMapStore) Lister() cache.GenericLister {
	return cache.NewGenericLister(s.store, corev1.Resource("configmaps"))
}

func readConfigMaps(objects []json.RawMessage) (informers.GenericInformer, error) {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	for _, object := range objects {
		configMap := &corev1.ConfigMap{}
		if err := json.Unmarshal(object, configMap); err != nil {
			return nil, err
		}
		if err := store.Add(configMap); err != nil {
			return nil, err
		}
	}
	return configMapStore{store: store}, nil
}
