import { join } from 'node:path'
import { root } from './setup'

/**
 * Writes ui/emoji/{pt,en,es}.txt from the package emojibase-data 17.0.0 (MIT, data of Unicode's CLDR), unpacked in DIR:
 * `bun scripts/emojis.ts DIR`. The package has 49 MB, so that it is no dependency. A line is an emoji, its name and its
 * keywords; `#n` begins a group.
 */

interface Entry {
  emoji: string
  label: string
  tags?: string[]
  group?: number
  order: number
  version: number
}

/** Newer emojis are empty boxes on phones and computers of recent years. */
const newestVersion = 15
/** Skin tones and hair, which are no emojis of their own. */
const components = 2

const from = process.argv[2] ?? ''
for (const language of ['pt', 'en', 'es']) {
  const entries: Entry[] = await Bun.file(join(from, language, 'data.json')).json()
  const shown = entries
    .filter(({ group, version }) => group !== undefined && group !== components && version <= newestVersion)
    .sort((a, b) => a.order - b.order)
  const groups = Map.groupBy(shown, ({ group }) => group)
  const lines = [...groups].flatMap(([group, emojis]) => [`#${group}`, ...emojis.map(lineOf)])
  await Bun.write(join(root, 'ui', 'emoji', `${language}.txt`), `${lines.join('\n')}\n`)
}

/** Removes the mark that asks for colour where a character has it anyway; WhatsApp writes none there. */
function plain(emoji: string): string {
  return emoji.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1')
}

function lineOf({ emoji, label, tags = [] }: Entry): string {
  const words = new Set(tags.filter((tag) => !label.includes(tag)))
  return [plain(emoji), label, [...words].join(' ')].join('\t').trimEnd()
}
