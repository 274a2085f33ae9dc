import { createElement, Fragment, memo, type ReactNode } from 'react'
import { rangesOf } from '../../src/shared/found-words'
import { HighlightedText } from '../components/highlighted-text'
import { splitAtMentions } from '../lib/mentions'
import { type Inline, isOnlyEmoji, type Line, parseWhatsAppText } from './parse'

/**
 * Renders WhatsApp text. Links open in a new tab without a referrer. `end` follows the last word. Words in `found`, which
 * are folded, are marked.
 */
export const WhatsAppText = memo(function WhatsAppText({
  text,
  found = none,
  mentions = noMentions,
  end,
}: WhatsAppTextProps) {
  if (isOnlyEmoji(text))
    return (
      <>
        <span className={end ? 'text-2xl leading-10' : 'block text-2xl leading-10'}>{text}</span>
        {end}
      </>
    )
  return (
    <div className="inline whitespace-pre-wrap wrap-anywhere">
      {withoutKeys(parseWhatsAppText(text).map(toLineNode({ found, mentions }, end)))}
    </div>
  )
})

interface WhatsAppTextProps {
  text: string
  found?: readonly string[]
  /** Texts that mention a person; `me` is the own number. */
  mentions?: readonly Mention[]
  /** Inline content after the last word. */
  end?: ReactNode
}
const none: readonly string[] = []
const noMentions: readonly Mention[] = []

interface Mention {
  text: string
  me?: boolean
}
interface Marked {
  found: readonly string[]
  mentions: readonly Mention[]
}

/** Fixed children need no keys; the nodes of a text never reorder. */
const withoutKeys = (nodes: ReactNode[]) => createElement(Fragment, null, ...nodes)

const toLineNode = (marked: Marked, end: ReactNode) => {
  const toNode = toInlineNode(marked)
  return (line: Line, index: number, { length }: Line[]) =>
    lineNode(line, toNode, index === length - 1 ? (end ?? null) : undefined)
}

/** @param end content after the last line; undefined for the lines before */
function lineNode({ kind, mark, children }: Line, toNode: (node: Inline) => ReactNode, end?: ReactNode): ReactNode {
  const content = children.length > 0 ? withoutKeys(children.map(toNode)) : '\u200b'
  const words = (
    <>
      {content}
      {end}
    </>
  )
  if (kind === 'quote') return <div className="my-0.5 border-edge border-l-2 pl-2 text-muted">{words}</div>
  if (kind === 'plain') return end === undefined ? <div>{words}</div> : <span>{words}</span>
  return (
    <div className="flex gap-1.5 pl-1">
      <span className="shrink-0 select-none text-muted">{kind === 'bullet' ? '•' : mark.trim()}</span>
      <div className="min-w-0">{words}</div>
    </div>
  )
}

const toInlineNode = (marked: Marked) => (node: Inline) => inlineNode(node, marked)

/** Text with the people mentioned in it, the own number most. */
function textNode(text: string, { found, mentions }: Marked): ReactNode {
  const words = (part: string) =>
    found.length > 0 ? <HighlightedText text={part} ranges={rangesOf(part, found)} /> : part
  if (mentions.length === 0 || !text.includes('@')) return words(text)
  const names = mentions.map((mention) => mention.text)
  const pieces = splitAtMentions(text, names).map(({ at, words: part, isMention }) => {
    if (!isMention) return words(part)
    const isOwn = mentions.some((mention) => mention.me && mention.text === part)
    return (
      <span key={at} className={isOwn ? ownMention : otherMention}>
        {words(part)}
      </span>
    )
  })
  return withoutKeys(pieces)
}
const ownMention = '-mx-0.5 rounded-sm bg-note px-0.5 font-semibold text-note-ink'
const otherMention = 'font-semibold text-accent-ink'

function inlineNode(node: Inline, marked: Marked): ReactNode {
  switch (node.kind) {
    case 'text':
      return textNode(node.text, marked)
    case 'code':
      return <code className="rounded-sm bg-hover px-1 font-mono text-sm">{node.text}</code>
    case 'mono':
      return <code className="font-mono text-sm">{node.text}</code>
    case 'link':
      return (
        <a
          href={node.href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-info underline underline-offset-2"
        >
          {node.text}
        </a>
      )
    case 'bold':
      return <strong className="font-semibold">{withoutKeys(node.children.map(toInlineNode(marked)))}</strong>
    case 'italic':
      return <em>{withoutKeys(node.children.map(toInlineNode(marked)))}</em>
    case 'strike':
      return <s>{withoutKeys(node.children.map(toInlineNode(marked)))}</s>
  }
}
