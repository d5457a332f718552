// World: the ports that `act` hands to a protocol. Workspace paths are relative to its root, with forward slashes.

export interface World {
  /** The absolute path of the workspace's root, for prompts and messages; never for files of ours. */
  readonly root: string
  readonly files: Files
  readonly git: Git
  readonly library: Library
  readonly home: Home
  readonly programs: Programs
  readonly github: GitHub
  /** A fingerprint of each path that differs from the commit (without git: of every path), to tell later what changed. */
  tree(): Promise<Readonly<Record<string, string>>>
  /** Why programs that seats start are not in a sandbox here, and what to do about it; null where they are. */
  unguarded(): Promise<string | null>
  /** The text of a web page that a seat of this meeting read, by its SHA-256; null where it is gone. */
  page?(sha256: string): Promise<string | null>
  now(): Date
  /** Minutes to add to UTC for local time at that moment: ids and headers use the person's local time. */
  readonly utcOffset: (at: Date) => number
}

/** Bytes. What is larger is no text that people write. */
export const mostOfText = 64_000_000
/** For what is written by hand and read whole, such as settings, personas and themes: parsers take their time. */
export const mostOfSmall = 1_000_000

export interface Files {
  /**
   * The text of a file, or null where there is none. Links that lead out of the workspace are refused, and so is a file of more bytes than
   * `most`, `mostOfText` unless it is said: `isTooLarge` knows that error.
   */
  read(path: string, most?: number): Promise<string | null>
  exists(path: string): Promise<boolean>
  /** SHA-256 of the file's bytes, or null where there is none. */
  digest(path: string): Promise<string | null>
  /** The bytes of a plain file; null where there is none. Rejects with `OutsideBoundary` where a link leads to it, or it lies outside. */
  plainSize(path: string): Promise<number | null>
  /** The names in a folder, sorted; none where there is no folder. Folders end in `/`. */
  list(folder: string): Promise<readonly string[]>
  /** Creates a folder; false when it exists already, so that only one caller can create it. */
  claim(folder: string): Promise<boolean>
  makeFolder(folder: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  /**
   * Makes `path` a relative symbolic link to `target`; a link that is there is replaced, anything else is kept. Where links cannot be made it
   * becomes a copy.
   */
  link(path: string, target: string): Promise<'linked' | 'copied' | 'kept'>
  /** Removes a file, a link (not what it leads to) or a folder with all that is in it. Safe to run again. */
  remove(path: string): Promise<void>
  /** Why this path could not be written (a link in the path, no permission), or null. Changes nothing. */
  unwritable(path: string): Promise<string | null>
  /** How often words stand in the text files here that git does not ignore, in either case; links and binary files are left out. */
  search(ask: WordSearch): Promise<WordsFound>
  /** Runs `work` while no other process has this name; waits for its turn. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface WordSearch {
  readonly words: readonly string[]
  /** Folders that are not looked into: by their path, or wherever they are called so. */
  readonly skip: readonly string[]
  /** Where an earlier search stopped; 0 for a new one. */
  readonly from: number
  readonly budgetMs: number
}

export interface WordsFound {
  /** By word, then by file. */
  readonly hits: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** How many files were looked at. */
  readonly files: number
  readonly complete: boolean
  /** Where to go on where the time was over. */
  readonly next: number
}

/** What several tools of one person share below `~/.claude/`. Nothing else of the home folder can be reached. */
export interface Home {
  /** The text of a file, `~/.claude/…`, or null where there is none or it cannot be read. */
  read(path: string): Promise<string | null>
}

/** Commands that prove something: quality gates, and the tests of criteria. */
export interface Programs {
  /**
   * Starts one program without a shell, in the sandbox and with the environment that programs of seats have, and waits for its end. Rejects
   * only when it is aborted.
   */
  run(ask: {
    readonly argv: readonly string[]
    /** Relative to the workspace. */
    readonly folder: string
    readonly timeoutMs: number
    readonly signal?: AbortSignal
  }): Promise<ProgramRun>
}

export interface ProgramRun {
  /** Null where it did not end by itself. */
  readonly code: number | null
  /** Why there is no code. */
  readonly why: string | null
  readonly stdout: string
  readonly stderr: string
}

/** The person's own `gh`. */
export interface GitHub {
  /** Starts it with these arguments in the workspace. Rejects only when it is aborted; one that takes too long has failed. */
  call(ask: {
    readonly argv: readonly string[]
    readonly stdin?: string
    readonly signal?: AbortSignal
  }): Promise<GitHubAnswer>
}

export type GitHubAnswer =
  | { readonly kind: 'missing' }
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string; readonly stderr: string }

/** Read-only data that ships with parley. Paths are relative to its `library/` folder. */
export interface Library {
  read(path: string): Promise<string | null>
  list(folder: string): Promise<readonly string[]>
  absolute(path: string): string
}

export type Repository =
  | { readonly kind: 'none' }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'ready'
      readonly head: string
      /** Null when HEAD is detached. */
      readonly branch: string | null
      /** The git operation in progress (a merge, a rebase) that forbids our commits. */
      readonly busy: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | null
      /** This workspace's folder inside the repository, empty at its top. */
      readonly prefix: string
    }

export interface Git {
  repository(): Promise<Repository>
  /** `git status --porcelain` of the workspace's own tree (or of `folder`): one `XY path` a line, untracked files one by one. */
  status(folder?: string): Promise<readonly string[]>
  ignored(path: string): Promise<boolean>
  /** Adds a worktree with a new branch, unless both are already there as asked: safe to run again after a crash. */
  addWorktree(ask: { folder: string; branch: string; from: string }): Promise<void>
  /**
   * Makes sure that the folder is the worktree of that branch here and now: links that a move or a copy of the repository broke are
   * set again, a missing folder is made again from its branch, and anything else is refused.
   */
  standOn(ask: { folder: string; branch: string }): Promise<void>
  /**
   * Commits exactly these paths on the current branch of the main tree, whatever is staged there, without hooks and with our own
   * author where the person has none. Safe to run again: paths already committed as they are make no commit.
   */
  commitPaths(paths: readonly string[], message: string): Promise<Commit>
  /** Commits every change in a worktree except below the folders left out. Safe to run again. */
  commitWorktree(folder: string, message: string, leaveOut: readonly string[]): Promise<Commit>
  /** Everything of the person's own tree and repository that work elsewhere could spoil, for `changedSince`. */
  lookAtTree(ask: TreeAsk): Promise<TreeLook>
  changedSince(before: TreeLook, ask: TreeAsk): Promise<readonly TreeChange[]>
  /** Keeps a copy of the person's uncommitted work under a ref, without touching index or files; null without a commit. Safe to run again. */
  keepBefore(id: string): Promise<KeptCopy | null>
  /** Local branches that begin with this prefix, sorted. */
  branches(prefix: string): Promise<readonly string[]>
  /** Worktree folders relative to the workspace, with their branches. */
  worktrees(): Promise<readonly { readonly folder: string; readonly branch: string | null }[]>
  /** How many commits the branch has that `base` does not have. */
  ahead(branch: string, base: string): Promise<number>
  /**
   * What a worktree holds that `base` does not: every changed or new path with its lines added and removed (null for a binary
   * file), and how many commits were made there.
   */
  changes(folder: string, base: string): Promise<Changes>
  /** A file as a commit has it, by its path from the repository's top; null where that commit is not here, or has no such file. */
  fileAt(commit: string, path: string): Promise<{ readonly text: string; readonly sha256: string } | null>
  /** Whether this repository has that commit. */
  hasCommit(commit: string): Promise<boolean>
  renameBranch(from: string, to: string): Promise<void>
  /** Removes a worktree that is clean; refuses one that holds changes. */
  removeWorktree(folder: string): Promise<Removal>
  /** Deletes a branch all of whose commits are reachable elsewhere; refuses one that is not. */
  removeBranch(branch: string): Promise<Removal>
  /** The address of a remote as it is configured, without a name or password in it; null where there is none. */
  remoteUrl(name: string): Promise<string | null>
  /** The subjects of the last commits, newest first. */
  lastSubjects(most: number): Promise<readonly string[]>
  /** Every tracked file of the workspace (or of `folder`, relative to it), sorted; null without a repository. */
  trackedFiles(folder?: string): Promise<readonly string[] | null>
  /** `git config user.name` as git resolves it here. */
  userName(): Promise<string | null>
  /** Paths below the folder that are not committed as they are on disk (untracked or changed). */
  uncommitted(folder: string): Promise<readonly string[]>
}

export type Commit =
  /** `branch`: the person's own that it is on; absent where it is on another, or on none. */
  | { readonly kind: 'committed'; readonly hash: string; readonly branch?: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'skipped'; readonly why: string }

/** Paths are seen from the top of the repository. */
export interface TreeAsk {
  /** Folders in which parley itself writes. */
  readonly leaveOut: readonly string[]
  /** Files that are looked at wherever they are; all of a folder that ends in `/`. */
  readonly watch: readonly string[]
}

export interface TreeLook {
  readonly head: string | null
  readonly branch: string | null
  readonly refs: Readonly<Record<string, string>>
  readonly staged: Readonly<Record<string, string>>
  /** What differs from the last commit, is untracked, ignored (up to a bound) or watched: how it differs, its size and its digest. */
  readonly files: Readonly<Record<string, string>>
  /** Settings and hooks. */
  readonly git: Readonly<Record<string, string>>
  /** How many ignored files and folders were not looked at, because there are too many. */
  readonly unseen: number
}

export interface TreeChange {
  readonly path: string
  readonly how: 'new' | 'changed' | 'gone'
  /** The path and what became of it. */
  readonly text: string
  /** The copy that was kept before has it. */
  readonly kept: boolean
}

export interface KeptCopy {
  readonly ref: string
  /** Untracked paths that were too large to be kept. */
  readonly left: readonly string[]
}

export interface Changes {
  readonly files: readonly {
    readonly path: string
    readonly added: number | null
    readonly removed: number | null
  }[]
  readonly commits: number
  /** Repositories inside the worktree, whose files a commit would not hold; absent where there are none. */
  readonly nested?: readonly string[]
}

export type Removal = { readonly kind: 'removed' } | { readonly kind: 'kept'; readonly why: string }
