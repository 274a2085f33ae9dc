import { Fragment, type ReactNode } from 'react'

/** Text with the matched ranges highlighted. */
export function HighlightedText({ text, ranges }: { text: string; ranges: [number, number][] }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [from, to] of ranges) {
    parts.push(<Fragment key={`t${from}`}>{text.slice(done, from)}</Fragment>)
    parts.push(
      <mark key={from} className="rounded-sm bg-warn-soft text-warn">
        {text.slice(from, to)}
      </mark>,
    )
    done = to
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  )
}
