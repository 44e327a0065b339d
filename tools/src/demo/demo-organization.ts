/** An account of the demo organization as `.local/demo.json` lists it. */
export interface DemoUser {
  user_id: number;
  email: string;
  password: string;
  api_key: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  full_name: string;
  is_bot: boolean;
  bot_owner_id?: number;
}

/** Content of `.local/demo.json`. */
export interface DemoOrganization {
  base_url: string;
  users: DemoUser[];
}
