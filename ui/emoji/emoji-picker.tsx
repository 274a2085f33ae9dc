import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '../components/skeleton'
import { classes } from '../lib/classes'
import { passHeldWords } from '../lib/held-words'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import {
  type Emoji,
  type EmojiGroup,
  emojiGroups,
  emojis,
  loadEmojis,
  recentEmojis,
  rememberEmoji,
  searchEmojis,
} from './emojis'

/** Emoji on the button of each group. */
const groupIcons: Record<EmojiGroup, string> = {
  faces: '😀',
  people: '👋',
  nature: '🐶',
  food: '🍎',
  travel: '🚗',
  activities: '⚽',
  objects: '💡',
  symbols: '❤️',
  flags: '🏁',
}

/** Emojis by group, with those used last and a search by name. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useTranslation()
  const all = useValue(emojis)
  const isTouch = matchMedia('(pointer: coarse)').matches
  const [query, setQuery] = useState('')
  const [group, setGroup] = useState<EmojiGroup>('faces')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => void loadEmojis(), [])
  useEffect(() => passHeldWords(search.current), [])
  const pick = (emoji: string) => {
    rememberEmoji(emoji)
    onPick(emoji)
  }
  return (
    <div className="flex h-80 max-h-[60dvh] w-80 max-w-full flex-col gap-2">
      <label className="flex items-center gap-2 rounded-md border border-edge px-2 focus-within:border-accent">
        <Search aria-hidden className="size-4 text-faint" />
        <input
          ref={search}
          // biome-ignore lint/a11y/noAutofocus: the picker was opened to search or choose.
          autoFocus={!isTouch}
          data-autofocus={!isTouch || undefined}
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="h-control-sm min-w-0 flex-1 bg-transparent focus:outline-none"
        />
      </label>
      {!query && <Groups chosen={group} onChoose={setGroup} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {all ? <Content all={all} query={query} group={group} onPick={pick} /> : <Skeleton className="h-full w-full" />}
      </div>
    </div>
  )
}

function Groups({ chosen, onChoose }: { chosen: EmojiGroup; onChoose: (group: EmojiGroup) => void }) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex justify-between">
      <legend className="sr-only">{t('emoji.groups')}</legend>
      {(Object.keys(emojiGroups) as EmojiGroup[]).map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={chosen === group}
          aria-label={t(`emoji.group.${group}`)}
          title={t(`emoji.group.${group}`)}
          onClick={() => onChoose(group)}
          className={classes('flex size-8 items-center justify-center rounded-md', chosen === group && 'bg-selected')}
        >
          {groupIcons[group]}
        </button>
      ))}
    </fieldset>
  )
}

interface ContentProps {
  all: readonly Emoji[]
  query: string
  group: EmojiGroup
  onPick: (emoji: string) => void
}
const maxHits = 120

function Content({ all, query, group, onPick }: ContentProps) {
  const { t } = useTranslation()
  const [recent] = useState(recentEmojis)
  const named = new Map(all.map((each) => [each.emoji, each]))
  if (query) {
    const hits = searchEmojis(all, query, maxHits)
    if (hits.length === 0) return <p className="p-2 text-muted text-sm">{t('emoji.none')}</p>
    return <Grid emojis={hits} onPick={onPick} />
  }
  const used = recent.flatMap((emoji) => named.get(emoji) ?? [])
  return (
    <>
      {group === 'faces' && used.length > 0 && (
        <section aria-label={t('emoji.recent')}>
          <Heading text={t('emoji.recent')} />
          <Grid emojis={used} onPick={onPick} />
        </section>
      )}
      <section aria-label={t(`emoji.group.${group}`)}>
        <Heading text={t(`emoji.group.${group}`)} />
        <Grid emojis={all.filter((each) => each.group === emojiGroups[group])} onPick={onPick} />
      </section>
    </>
  )
}

const Heading = ({ text }: { text: string }) => <h3 className="px-1 py-1 text-muted text-xs">{text}</h3>

const Grid = ({ emojis, onPick }: { emojis: readonly Emoji[]; onPick: (emoji: string) => void }) => (
  <div className="grid grid-cols-8 touch:grid-cols-7">
    {emojis.map(({ emoji, name }) => (
      <button
        key={emoji}
        type="button"
        aria-label={name}
        title={name}
        onClick={() => onPick(emoji)}
        className="flex h-9 items-center justify-center rounded-md text-xl hover:bg-hover focus-visible:bg-hover touch:h-11"
      >
        {emoji}
      </button>
    ))}
  </div>
)
