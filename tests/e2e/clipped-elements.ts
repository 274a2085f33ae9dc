import type { Page } from 'playwright'

/**
 * Finds elements whose content is higher than the element and cannot be scrolled, so that its end is unreachable.
 * Excludes truncated lines, elements for screen readers only, and loading placeholders.
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
