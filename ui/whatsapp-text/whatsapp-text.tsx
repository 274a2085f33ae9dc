import { createElement, Fragment, memo, type ReactNode } from 'react'
import { rangesOf } from '../../src/shared/found-words'
import { HighlightedText } from '../components/highlighted-text'
import { type Inline, isOnlyEmoji, type Line, parseWhatsAppText } from './parse'

/**
 * Renders WhatsApp text. Links open in a new tab without a referrer. The last line is inline, so that the time of the
 * message can float on the same line. Words in `found`, which are folded, are marked.
 */
export const WhatsAppText = memo(function WhatsAppText({ text, found = none }: WhatsAppTextProps) {
  if (isOnlyEmoji(text)) return <span className="block text-2xl leading-10">{text}</span>
  return (
    <div className="inline whitespace-pre-wrap wrap-anywhere">
      {withoutKeys(parseWhatsAppText(text).map(toLineNode(found)))}
    </div>
  )
})

interface WhatsAppTextProps {
  text: string
  found?: readonly string[]
}
const none: readonly string[] = []

/** Fixed children need no keys; the nodes of a text never reorder. */
const withoutKeys = (nodes: ReactNode[]) => createElement(Fragment, null, ...nodes)

const toLineNode = (found: readonly string[]) => {
  const toNode = toInlineNode(found)
  return (line: Line, index: number, { length }: Line[]) => lineNode(line, index === length - 1, toNode)
}

function lineNode({ kind, mark, children }: Line, isLast: boolean, toNode: (node: Inline) => ReactNode): ReactNode {
  const content = children.length > 0 ? withoutKeys(children.map(toNode)) : '\u200b'
  if (kind === 'quote') return <div className="my-0.5 border-edge border-l-2 pl-2 text-muted">{content}</div>
  if (kind === 'plain') return isLast ? <span>{content}</span> : <div>{content}</div>
  return (
    <div className="flex gap-1.5 pl-1">
      <span className="shrink-0 select-none text-muted">{kind === 'bullet' ? '•' : mark.trim()}</span>
      <div className="min-w-0">{content}</div>
    </div>
  )
}

const toInlineNode = (found: readonly string[]) => (node: Inline) => inlineNode(node, found)

function inlineNode(node: Inline, found: readonly string[]): ReactNode {
  switch (node.kind) {
    case 'text':
      return found.length > 0 ? <HighlightedText text={node.text} ranges={rangesOf(node.text, found)} /> : node.text
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
      return <strong className="font-semibold">{withoutKeys(node.children.map(toInlineNode(found)))}</strong>
    case 'italic':
      return <em>{withoutKeys(node.children.map(toInlineNode(found)))}</em>
    case 'strike':
      return <s>{withoutKeys(node.children.map(toInlineNode(found)))}</s>
  }
}
