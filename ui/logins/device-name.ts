const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const findName = (list: readonly (readonly [RegExp, string])[], userAgent: string) =>
  list.find(([mark]) => mark.test(userAgent))?.[1]

/** Browser and system of a user agent, such as "Firefox · Linux"; '' if unknown. */
export const deviceName = (userAgent: string): string =>
  [findName(browsers, userAgent), findName(systems, userAgent)].filter(Boolean).join(' · ')
