// Package project turns a folder of files into resources and places what is
// wrong with them on lines. It finds the project, reads caplo.yaml, agents/,
// tools/ and knowledge/, and asks the rules.
//
// It keeps each file's bytes and a small index of its values, so that a project
// of a thousand agents fits into memory; trees and decoded values are made when
// they are asked for. Reading YAML is left to its sub-package yamltree.
package project
