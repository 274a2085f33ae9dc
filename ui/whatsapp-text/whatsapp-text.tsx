import { Children, memo, type ReactNode } from 'react'
import { type Inline, isOnlyEmoji, type Line, parseWhatsAppText } from './parse'

/**
 * Renders WhatsApp text. Links open in a new tab without a referrer. The last line is inline, so that the time of the
 * message can float on the same line.
 */
export const WhatsAppText = memo(function WhatsAppText({ text }: { text: string }) {
  if (isOnlyEmoji(text)) return <span className="block text-2xl leading-10">{text}</span>
  return (
    <div className="inline whitespace-pre-wrap wrap-anywhere">{withKeys(parseWhatsAppText(text).map(lineNode))}</div>
  )
})

/** Keys by position, which is stable because the nodes of a text never reorder. */
const withKeys = (nodes: ReactNode[]) => Children.toArray(nodes)

function lineNode({ kind, mark, children }: Line, index: number, { length }: Line[]): ReactNode {
  const content = children.length > 0 ? withKeys(children.map(inlineNode)) : '\u200b'
  if (kind === 'quote') return <div className="my-0.5 border-edge border-l-2 pl-2 text-muted">{content}</div>
  if (kind === 'plain') return index === length - 1 ? <span>{content}</span> : <div>{content}</div>
  return (
    <div className="flex gap-1.5 pl-1">
      <span className="shrink-0 select-none text-muted">{kind === 'bullet' ? '•' : mark.trim()}</span>
      <div className="min-w-0">{content}</div>
    </div>
  )
}

function inlineNode(node: Inline): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
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
      return <strong className="font-semibold">{withKeys(node.children.map(inlineNode))}</strong>
    case 'italic':
      return <em>{withKeys(node.children.map(inlineNode))}</em>
    case 'strike':
      return <s>{withKeys(node.children.map(inlineNode))}</s>
  }
}
