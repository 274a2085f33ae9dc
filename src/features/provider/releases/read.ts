import { compareVersions } from '../../../core/release/signed-sums'
import type { Platform } from '../../../core/scope'
import { readFound } from './found'
import type { Releases } from './model'

/** A version newer than that of this process, as the last search found it. */
export async function readReleases(platform: Platform): Promise<Releases> {
  const { releases, node } = platform.ports
  const found = releases && (await readFound(platform))
  if (!found) return { isAsked: releases !== null, newer: null, checkedAt: null, problem: null }
  const { version, notes, checkedAt, problem } = found
  const isNewer = version !== null && compareVersions(version, node.version) > 0
  return { isAsked: true, newer: isNewer ? { version, notes } : null, checkedAt, problem }
}
