// Ignored files that a tool made and can make again: installed, built or cached, not written by a person.

const MADE =
  /(^|\/)(node_modules|dist|build|out|target|coverage|vendor|\.venv|venv|__pycache__|\.[a-z_-]*cache|\.next|\.turbo)\//

export function canBeMadeAgain(path: string): boolean {
  return MADE.test(path) || /\.(pyc|o|class|tsbuildinfo)$|(^|\/)\.DS_Store$/.test(path)
}
