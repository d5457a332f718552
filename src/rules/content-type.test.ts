// Content type and extraction path: the type of a pin, and the path of its file.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTENT_TYPES, detectType } from './content-type.js'
import { autoSlug, extractionPath, isExtractionOf } from './extraction-path.js'
import { judgeWrite } from './write-boundary.js'

describe('content type', () => {
  test.each([
    ['#!/usr/bin/env bash', 'sh'],
    ['#!/bin/bash -e\necho', 'sh'],
    ['#!/bin/sh', 'sh'],
    ['#!/usr/bin/env sh', 'sh'],
    ['#!/usr/bin/env python3', 'md'],
    ['{"a": 1}', 'json'],
    ['\n\n   [1, 2]', 'json'],
    ['# Title', 'md'],
    ['#\tTitle', 'md'],
    ['interface A {', 'ts'],
    ['export const a = 1', 'ts'],
    ['function f() {}', 'ts'],
    ['type A = string', 'ts'],
    ['type A struct {', 'md'],
    ['def f():', 'py'],
    ['package main', 'go'],
    ['func main() {', 'go'],
    ['fn main() {', 'rs'],
    ['fn main', 'md'],
    ['fun main() {', 'kt'],
    ['public class A {', 'java'],
    ['public static void main', 'java'],
    ['class A {', 'java'],
    ['class A:', 'md'],
    ['import Foundation', 'swift'],
    ['import UIKit', 'swift'],
    ['import SwiftUI', 'swift'],
    ['import Combine', 'swift'],
    ['import os', 'py'],
    ['from a import b', 'py'],
    ['from here on', 'md'],
    ['Just words', 'md'],
    ['words\n{', 'md'],
    ['Export const', 'md'],
    ['', 'md'],
    [' \r\n\t\n', 'md'],
  ])('%j is %s', (content, type) => {
    expect(detectType(content)).toBe(type)
  })
  test('any content has one of the known types', () => {
    fc.assert(
      fc.property(fc.string(), (content) => void expect(CONTENT_TYPES).toContain(detectType(content))),
    )
  })
})

describe('extraction path', () => {
  test.each([
    ['The Route: GET /v1!', 'x', 'the-route-get-v1'],
    ['\n\n  # Heading — here\nmore', 'x', 'heading-here'],
    ['***', 'The intent', 'the-intent'],
    ['', 'The intent', 'the-intent'],
    ['', '…', 'untitled'],
    ['', '', 'untitled'],
    ['ÉÉ a', '', 'a'],
    [`${'ab '.repeat(20)}`, '', 'ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-ab-a'],
    [`${'a'.repeat(39)} b`, '', 'a'.repeat(39)],
    ['#!/bin/sh', 'run it', 'run-it'],
    ['{"a":1}', 'run it', 'run-it'],
    ['[1]', 'run it', 'run-it'],
    ['<p>', 'run it', 'run-it'],
    ['interface A', 'run it', 'run-it'],
    ['type A', 'run it', 'run-it'],
    ['export x', 'run it', 'run-it'],
    ['function f', 'run it', 'run-it'],
    ['def f', 'run it', 'run-it'],
    ['import x', 'run it', 'run-it'],
    ['from a import b', 'run it', 'run-it'],
    ['from here on', 'run it', 'from-here-on'],
    ['package x', 'run it', 'run-it'],
    ['func x', 'run it', 'run-it'],
    ['fn x', 'run it', 'run-it'],
    ['fun x', 'run it', 'run-it'],
    ['class x', 'run it', 'run-it'],
    ['public x', 'run it', 'run-it'],
    ['private x', 'run it', 'run-it'],
    ['classes of users', 'run it', 'classes-of-users'],
  ])('a pin of %j meant as %j is named %s', (content, intent, slug) => {
    expect(autoSlug(content, intent)).toBe(slug)
  })
  test('a name is always fit for a file, and the path inside the boundary', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (content, intent) => {
        expect(autoSlug(content, intent)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/)
        const place = extractionPath({
          date: '2026-01-02',
          slug: 'api',
          pin: 'SP-1',
          contentType: 'md',
          content,
          intent,
        })
        expect(place.kind === 'place' && judgeWrite(place.path).kind).toBe('allowed')
      }),
    )
  })
  test('a file is known by its pin', () => {
    expect(isExtractionOf('SP-1', 'SP-1-the-route.md')).toBe(true)
    expect(isExtractionOf('SP-1', 'SP-11-the-route.md')).toBe(false)
  })
})
