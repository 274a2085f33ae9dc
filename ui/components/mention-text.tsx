import { Fragment, type ReactNode } from 'react'
import { classes } from '../lib/classes'
import { splitAtMentions } from '../lib/mentions'
import { useMe } from '../lib/session'

interface WordsProps {
  text: string
  names: string[]
  /** 'note' uses colours with enough contrast on the yellow of a note. */
  tone?: 'chat' | 'note'
}

const tones = {
  chat: { me: '-mx-0.5 bg-note px-0.5 text-note-ink', others: 'text-accent-ink', link: 'text-info' },
  note: { me: '-mx-0.5 bg-note-ink/15 px-0.5', others: '', link: '' },
}

/** Text by a colleague: mentions are highlighted, the reader's own most; links are clickable. */
export function MentionText({ text, names, tone = 'chat' }: WordsProps) {
  const me = useMe()
  const { link, ...looks } = tones[tone]
  return (
    <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {splitAtMentions(
        text,
        names.map((name) => `@${name}`),
      ).map(({ at, words, isMention }) =>
        isMention ? (
          <span
            key={at}
            className={classes('rounded-sm font-semibold', words === `@${me.name}` ? looks.me : looks.others)}
          >
            {words}
          </span>
        ) : (
          <Fragment key={at}>{withLinks(words, link)}</Fragment>
        ),
      )}
    </span>
  )
}

/** Splits the text at URLs; links open in a new tab without a referrer. */
const withLinks = (words: string, look: string): ReactNode =>
  words.split(/(https?:\/\/[^\s<>"]{3,2000})/).map((part, index) =>
    index % 2 === 1 ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes within one text.
        key={index}
        href={part}
        target="_blank"
        rel="noopener noreferrer"
        className={classes('underline underline-offset-2', look)}
      >
        {part}
      </a>
    ) : (
      part
    ),
  )
