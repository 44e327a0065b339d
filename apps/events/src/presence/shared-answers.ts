/** Shares one result among equal calls within a time. A result may have a megabyte, so it is removed after that time. */
export class SharedAnswers<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(private readonly sharedForMs: number) {}

  /** Number of results in memory. */
  get size(): number {
    return this.answers.size;
  }

  /** Returns the shared result for `question`, or calls `make`. A failed result is not shared with later calls. */
  to(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const known = this.answers.get(question);
    if (known !== undefined) return known;
    const answer = make();
    this.answers.set(question, answer);
    const forget = () => {
      if (this.answers.get(question) === answer) this.answers.delete(question);
    };
    setTimeout(forget, this.sharedForMs).unref();
    answer.catch(forget);
    return answer;
  }
}
