/** The texts of a campaign that are not empty, with their numbers from 1 to 5. */
export function variantsOf(campaign: Record<`message${1 | 2 | 3 | 4 | 5}`, string>) {
  return ([1, 2, 3, 4, 5] as const)
    .map((variant) => ({ variant, message: campaign[`message${variant}`] }))
    .filter(({ message }) => message.trim() !== '')
}

/**
 * Index of the variant of a recipient, evenly spread and always the same for the same campaign and number, so that a
 * repetition sends the same text: FNV-1a of both, mixed once more.
 */
export function variantIndex(campaignId: number, number: string, count: number): number {
  let hash = 2_166_136_261
  for (const char of `${campaignId}/${number}`) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  return ((hash ^ (hash >>> 13)) >>> 0) % count
}
