// The list of protocols: adding one is its folder and a line here.

import { manifest as analyze } from './analyze/manifest.js'
import { manifest as council } from './council/manifest.js'
import { manifest as deliberate } from './deliberate/manifest.js'
import type { Manifest } from './manifest.js'
import { manifest as meet } from './meet/manifest.js'
import { manifest as talk } from './talk/manifest.js'

export const protocols: readonly Manifest[] = [meet, talk, council, deliberate, analyze]
