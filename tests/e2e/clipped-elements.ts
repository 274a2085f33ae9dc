import type { Page } from 'playwright'

/**
 * Boxes whose content is higher than they are and cannot be scrolled: what stands below is out of everybody's reach.
 * Lines shortened on purpose, what only screen readers get, and what stands in while something loads, are none.
 */
export const findClippedElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((box) => {
        if (box.closest('[role=status]')) return false
        const { overflowY, textOverflow, webkitLineClamp, visibility, clipPath } = getComputedStyle(box)
        if (!['hidden', 'clip'].includes(overflowY) || visibility === 'hidden') return false
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none') return false
        return box.scrollHeight > box.clientHeight + 1
      })
      .map((box) => `${box.scrollHeight - box.clientHeight} pixels of ${box.outerHTML.slice(0, 200)}`),
  )
