import { clinic } from './clinic'
import { food } from './food'
import type { Preset } from './preset'
import { services } from './services'
import { shop } from './shop'

/** Presets by kind of business. */
export const presets = { shop, food, clinic, services } satisfies Record<string, Preset>
export type PresetKind = keyof typeof presets
export const presetKinds = Object.keys(presets) as PresetKind[]
