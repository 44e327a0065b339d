/**
 * All who ask the same within a time get the same answer. Kept for that long and no longer: of ten thousand people it is a megabyte,
 * and nobody may ever ask again.
 */
export class SharedAnswers<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(private readonly sharedForMs: number) {}

  /** Kept now. */
  get size(): number {
    return this.answers.size;
  }

  /** The answer to this question, made unless there is one. One that fails is not shared with those who ask after that. */
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
