// Written by scripts/generate.mjs from emojibase-data and data/client-emoji-names.txt; do not edit.

/** One emoji per line: its code, the displayed name, and its other names. */
export const EMOJI_NAMES = `1f600 grinning happy grinning_face
1f603 smiley grinning_face_with_big_eyes
1f604 big_smile grinning_face_with_closed_eyes
1f601 grinning_face_with_smiling_eyes beaming_face grin beaming_face_with_smiling_eyes
1f606 laughing lol satisfied squinting_face grinning_squinting_face
1f605 sweat_smile grinning_face_with_sweat
1f923 rolling_on_the_floor_laughing rofl
1f602 joy tears laughter_tears lmao tears_of_joy face_with_tears_of_joy
1f642 smile slightly_smiling_face slight_smile
1f643 upside_down oops upside_down_face
1fae0 melting_face dissolve liquid melt
1f609 wink winking_face
1f60a blush smiling_face_with_closed_eyes smiling_face_with_smiling_eyes
1f607 innocent halo smiling_face_with_halo
1f970 smiling_face_with_hearts adore crush smiling_face_with_3_hearts smiling_face_with_three_hearts
1f60d heart_eyes in_love smiling_face_with_heart_eyes
1f929 star_struck star-struck grinning_face_with_star_eyes
1f618 heart_kiss blow_a_kiss blowing_a_kiss kissing_heart face_blowing_a_kiss
1f617 kissing_face kissing
263a smiling_face relaxed
1f61a kiss_with_blush kissing_closed_eyes kissing_face_with_closed_eyes
1f619 kiss_smiling_eyes kissing_face_with_smiling_eyes kissing_smiling_eyes
1f972 smiling_face_with_tear grateful smiling tear touched
1f60b yum savoring_food face_savoring_food
1f61b stuck_out_tongue mischievous face_with_tongue
1f61c stuck_out_tongue_wink joking crazy stuck_out_tongue_winking_eye winking_face_with_tongue
1f92a zany_face goofy small zany grinning_face_with_one_large_and_one_small_eye
1f61d stuck_out_tongue_closed_eyes squinting_face_with_tongue
1f911 money_face kaching money_mouth_face money_mouth
1f917 hug arms_open hugging hugging_face hugs smiling_face_with_open_hands
1f92d face_with_hand_over_mouth whoops hand_over_mouth smiling_face_with_smiling_eyes_and_hand_covering_mouth
1fae2 face_with_open_eyes_and_hand_over_mouth amazement awe embarrass face_with_open_eyes_hand_over_mouth
1fae3 face_with_peeking_eye captivated peep stare peek
1f92b shushing_face shush face_with_finger_covering_closed_lips
1f914 thinking thinking_face wtf
1fae1 saluting_face salute troops yes
1f910 silence quiet hush zip_it lips_are_sealed zipper_mouth zipper_mouth_face
1f928 face_with_raised_eyebrow distrust skeptic raised_eyebrow face_with_one_eyebrow_raised
1f610 neutral neutral_face
1f611 expressionless expressionless_face
1f636 speechless no_mouth blank poker_face face_without_mouth
1fae5 dotted_line_face depressed hide introvert invisible
1f636-200d-1f32b face_in_clouds absentminded face_in_the_fog head_in_clouds in_clouds
1f60f smirk smug smirking smirking_face
1f612 unamused unamused_face
1f644 rolling_eyes roll_eyes face_with_rolling_eyes
1f62c grimacing nervous anxious grimacing_face
1f62e-200d-1f4a8 face_exhaling exhale gasp groan relief whisper whistle exhaling
1f925 lying lying_face liar
1fae8 shaking shaking_face
1f642-200d-2194 head_shaking_horizontally
1f642-200d-2195 head_shaking_vertically
1f60c relieved relieved_face
1f614 pensive tired pensive_face
1f62a sleepy sleepy_face
1f924 drooling drooling_face drool
1f634 sleeping sleeping_face
1fae9 face_with_eye_bags face_with_bags_under_eyes
1f637 mask medical_mask face_with_medical_mask
1f912 sick flu face_with_thermometer ill fever thermometer_face
1f915 hurt head_bandage injured face_with_head_bandage
1f922 nauseated queasy nauseated_face
1f92e face_vomiting puke vomit vomiting vomiting_face face_with_open_mouth_vomiting
1f927 sneezing sneezing_face sneeze
1f975 hot_face feverish heat_stroke red_faced sweating
1f976 cold_face blue_faced freezing frostbite icicles cold
1f974 woozy_face intoxicated tipsy uneven_eyes wavy_mouth woozy
1f635 dizzy dizzy_face knocked_out face_with_crossed_out_eyes
1f635-200d-1f4ab face_with_spiral_eyes hypnotized trouble whoa dizzy_eyes
1f92f exploding_head mind_blown shocked shocked_face_with_exploding_head
1f920 cowboy cowboy_face cowboy_hat_face face_with_cowboy_hat
1f973 partying_face hooray partying
1f978 disguised_face disguise incognito disguised
1f60e sunglasses smiling_face_with_sunglasses sunglasses_cool too_cool
1f913 nerd geek nerd_face
1f9d0 face_with_monocle monocle stuffy monocle_face
1f615 oh_no half_frown concerned confused confused_face
1fae4 face_with_diagonal_mouth meh skeptical unsure
1f61f worried worried_face
1f641 frown slight_frown slightly_frowning_face
2639 sad big_frown white_frowning_face frowning2
1f62e open_mouth surprise face_with_open_mouth
1f62f hushed hushed_face
1f632 astonished astonished_face
1f633 flushed embarrassed blushing flushed_face
1faea distorted_face
1f97a pleading_face begging mercy puppy_eyes pleading
1f979 face_holding_back_tears resist watery_eyes
1f626 frowning frowning_face frowning_face_with_open_mouth
1f627 anguished pained anguished_face
1f628 fear scared shock fearful fearful_face
1f630 cold_sweat anxious_face anxious_face_with_sweat
1f625 exhausted disappointed_relieved stressed sad_relieved_face sad_but_relieved_face
1f622 cry crying_face
1f62d sob loudly_crying_face
1f631 scream screaming_in_fear face_screaming_in_fear
1f616 confounded agony confounded_face
1f623 persevere helpless persevering_face
1f61e disappointed disappointed_face
1f613 sweat downcast_face downcast_face_with_sweat
1f629 weary distraught weary_face
1f62b anguish tired_face
1f971 yawning_face bored yawn yawning
1f624 triumph nose_steam face_with_steam_from_nose
1f621 rage mad grumpy very_angry pout pouting_face enraged_face
1f620 angry angry_face
1f92c face_with_symbols_on_mouth swearing censored cursing_face serious_face_with_symbols_covering_mouth face_with_symbols_over_mouth
1f608 smiling_devil smiling_imp smiling_face_with_horns
1f47f devil imp angry_devil angry_imp angry_face_with_horns
1f480 skull skeleton
2620 skull_and_crossbones pirate death hazard toxic poison skull_crossbones
1f4a9 poop pile_of_poo shit hankey poo
1f921 clown clown_face
1f479 ogre japanese_ogre
1f47a goblin japanese_goblin
1f47b ghost boo spooky haunted
1f47d alien ufo
1f47e space_invader alien_monster
1f916 robot robot_face
1f63a smiley_cat grinning_cat
1f638 smile_cat grinning_cat_with_closed_eyes grinning_cat_with_smiling_eyes
1f639 joy_cat tears_of_joy_cat cat_with_tears_of_joy
1f63b heart_eyes_cat smiling_cat_with_heart_eyes
1f63c smirk_cat smug_cat wry_smile_cat cat_with_wry_smile
1f63d kissing_cat
1f640 scream_cat weary_cat
1f63f crying_cat crying_cat_face
1f63e angry_cat pouting_cat
1f648 see_no_evil see_no_evil_monkey
1f649 hear_no_evil hear_no_evil_monkey
1f64a speak_no_evil speak_no_evil_monkey
1f48c love_letter
1f498 cupid smitten heart_arrow heart_with_arrow
1f49d gift_heart heart_with_ribbon
1f496 sparkling_heart
1f497 heart_pulse growing_heart heartpulse
1f493 heartbeat beating_heart
1f49e revolving_hearts
1f495 two_hearts
1f49f heart_box heart_decoration
2763 heart_exclamation heavy_heart_exclamation heavy_heart_exclamation_mark_ornament
1f494 broken_heart heartache
2764-200d-1f525 heart_on_fire burn lust sacred_heart
2764-200d-1fa79 mending_heart healthier improving mending recovering recuperating well
2764 heart love love_you red_heart
1fa77 pink_heart
1f9e1 orange_heart
1f49b yellow_heart heart_of_gold
1f49a green_heart envy
1f499 blue_heart
1fa75 light_blue_heart
1f49c purple_heart bravery
1f90e brown_heart
1f5a4 black_heart
1fa76 gray_heart grey_heart
1f90d white_heart
1f48b lipstick_kiss kiss_mark
1f4af 100 hundred hundred_points
1f4a2 anger bam pow anger_symbol
1faef fight_cloud
1f4a5 boom explosion crash collision
1f4ab seeing_stars
1f4a6 sweat_drops sweat_droplets
1f4a8 dash dashing_away
1f573 hole
1f4ac umm speech_balloon
1f441-200d-1f5e8 eye_in_speech_bubble speech witness eye_speech_bubble eye-in-speech-bubble
1f5e8 speech_bubble left_speech_bubble speech_left
1f5ef anger_bubble right_anger_bubble anger_right
1f4ad thought dream thought_balloon
1f4a4 zzz
1f44b wave hello hi waving_hand
1f91a stop raised_back_of_hand back_of_hand
1f590 high_five palm raised_hand_with_fingers_splayed hand_splayed hand_with_fingers_splayed
270b hand raised_hand
1f596 spock live_long_and_prosper vulcan vulcan_salute spock-hand raised_hand_with_part_between_middle_and_ring_fingers
1faf1 rightwards_hand rightward
1faf2 leftwards_hand leftward
1faf3 palm_down_hand dismiss shoo palm_down
1faf4 palm_up_hand beckon come offer palm_up
1faf7 leftwards_pushing_hand
1faf8 rightwards_pushing_hand
1f44c ok got_it ok_hand
1f90c pinched_fingers fingers hand_gesture interrogation pinched sarcastic pinch
1f90f pinching_hand small_amount
270c peace_sign victory v victory_hand
1f91e fingers_crossed crossed_fingers hand_with_index_and_middle_fingers_crossed hand_with_index_and_middle_finger_crossed
1faf0 hand_with_index_finger_and_thumb_crossed expensive snap
1f91f love_you_gesture ily i_love_you_hand_sign
1f918 rock_on sign_of_the_horns the_horns
1f919 call_me call_me_hand
1f448 point_left backhand_index_pointing_left
1f449 point_right backhand_index_pointing_right
1f446 point_up this backhand_index_pointing_up
1f595 middle_finger fu reversed_hand_with_middle_finger_extended
1f447 point_down backhand_index_pointing_down
261d wait_one_second point_of_information asking_a_question point_up_2 index_pointing_up
1faf5 index_pointing_at_the_viewer point you point_forward
1f44d +1 thumbs_up like thumbsup thumbup
1f44e -1 thumbs_down no thumbsdown thumbdown
270a fist power fist_raised raised_fist
1f44a fist_bump punch facepunch fist_oncoming oncoming_fist
1f91b left_fist left_facing_fist fist_left left-facing_fist
1f91c right_fist right_facing_fist fist_right right-facing_fist
1f44f clap applause clapping_hands
1f64c raised_hands praise raising_hands
1faf6 heart_hands
1f450 open_hands
1f932 palms_up_together prayer
1f91d handshake done_deal shaking_hands
1f64f pray welcome thank_you namaste folded_hands
270d writing writing_hand
1f485 nail_polish nail_care
1f933 selfie
1f4aa muscle right_bicep flexed_biceps
1f9be mechanical_arm
1f9bf mechanical_leg
1f9b5 leg limb
1f9b6 foot stomp
1f442 ear
1f9bb ear_with_hearing_aid hard_of_hearing hearing_aid
1f443 nose
1f9e0 brain intelligent
1fac0 anatomical_heart anatomical cardiology pulse
1fac1 lungs breath exhalation inhalation respiration
1f9b7 tooth dentist
1f9b4 bone
1f440 eyes looking
1f441 eye
1f445 tongue
1f444 lips mouth
1fae6 biting_lip flirting uncomfortable
1f476 baby
1f9d2 child young
1f466 boy
1f467 girl
1f9d1 person adult
1f471 person_blond_hair blond_haired_person blond_haired person_with_blond_hair
1f468 man
1f9d4 person_beard person_bearded bearded_person
1f9d4-200d-2642 man_beard man_bearded man_with_beard
1f9d4-200d-2640 woman_beard woman_bearded woman_with_beard
1f468-200d-1f9b0 man_red_hair man_red_haired red_haired_man
1f468-200d-1f9b1 man_curly_hair man_curly_haired curly_haired_man
1f468-200d-1f9b3 man_white_hair man_white_haired white_haired_man
1f468-200d-1f9b2 man_bald bald_man
1f469 woman
1f469-200d-1f9b0 woman_red_hair woman_red_haired red_haired_woman
1f9d1-200d-1f9b0 person_red_hair red_haired red_haired_person
1f469-200d-1f9b1 woman_curly_hair woman_curly_haired curly_haired_woman
1f9d1-200d-1f9b1 person_curly_hair curly_haired curly_haired_person
1f469-200d-1f9b3 woman_white_hair woman_white_haired white_haired_woman
1f9d1-200d-1f9b3 person_white_hair white_haired white_haired_person
1f469-200d-1f9b2 woman_bald bald_woman
1f9d1-200d-1f9b2 person_bald bald bald_person
1f471-200d-2640 woman_blond_hair blond_haired_woman blonde woman_blond_haired blonde_woman blond-haired-woman blond-haired_woman
1f471-200d-2642 man_blond_hair blond_haired_man man_blond_haired blond-haired-man blond-haired_man
1f9d3 older_person old older_adult
1f474 older_man elderly_man old_man
1f475 older_woman elderly_woman grandma old_woman
1f64d person_frowning frowning_person
1f64d-200d-2642 man_frowning frowning_man man-frowning
1f64d-200d-2640 woman_frowning frowning_woman woman-frowning
1f64e person_pouting pouting person_with_pouting_face
1f64e-200d-2642 man_pouting pouting_man man-pouting
1f64e-200d-2640 woman_pouting pouting_woman woman-pouting
1f645 no_signal nope no_good person_gesturing_no
1f645-200d-2642 man_gesturing_no ng_man no_good_man man-gesturing-no
1f645-200d-2640 woman_gesturing_no ng_woman no_good_woman woman-gesturing-no
1f646 ok_signal person_gesturing_ok ok_person
1f646-200d-2642 man_gesturing_ok ok_man man-gesturing-ok
1f646-200d-2640 woman_gesturing_ok ok_woman woman-gesturing-ok
1f481 information_desk_person person_tipping_hand tipping_hand_person
1f481-200d-2642 man_tipping_hand sassy_man tipping_hand_man man-tipping-hand
1f481-200d-2640 woman_tipping_hand sassy_woman tipping_hand_woman woman-tipping-hand
1f64b raising_hand pick_me person_raising_hand
1f64b-200d-2642 man_raising_hand raising_hand_man man-raising-hand
1f64b-200d-2640 woman_raising_hand raising_hand_woman woman-raising-hand
1f9cf deaf_person hear
1f9cf-200d-2642 deaf_man
1f9cf-200d-2640 deaf_woman
1f647 bow person_bowing
1f647-200d-2642 man_bowing bowing_man man-bowing
1f647-200d-2640 woman_bowing bowing_woman woman-bowing
1f926 face_palm facepalm person_facepalming
1f926-200d-2642 man_facepalming man-facepalming
1f926-200d-2640 woman_facepalming woman-facepalming
1f937 shrug person_shrugging
1f937-200d-2642 man_shrugging man-shrugging
1f937-200d-2640 woman_shrugging woman-shrugging
1f9d1-200d-2695 health_worker
1f468-200d-2695 man_health_worker male-doctor
1f469-200d-2695 woman_health_worker female-doctor
1f9d1-200d-1f393 student
1f468-200d-1f393 man_student male-student
1f469-200d-1f393 woman_student female-student
1f9d1-200d-1f3eb teacher
1f468-200d-1f3eb man_teacher male-teacher
1f469-200d-1f3eb woman_teacher female-teacher
1f9d1-200d-2696 judge
1f468-200d-2696 man_judge male-judge
1f469-200d-2696 woman_judge female-judge
1f9d1-200d-1f33e farmer
1f468-200d-1f33e man_farmer male-farmer
1f469-200d-1f33e woman_farmer female-farmer
1f9d1-200d-1f373 cook
1f468-200d-1f373 man_cook male-cook
1f469-200d-1f373 woman_cook female-cook
1f9d1-200d-1f527 mechanic
1f468-200d-1f527 man_mechanic male-mechanic
1f469-200d-1f527 woman_mechanic female-mechanic
1f9d1-200d-1f3ed factory_worker
1f468-200d-1f3ed man_factory_worker male-factory-worker
1f469-200d-1f3ed woman_factory_worker female-factory-worker
1f9d1-200d-1f4bc office_worker
1f468-200d-1f4bc man_office_worker male-office-worker
1f469-200d-1f4bc woman_office_worker female-office-worker
1f9d1-200d-1f52c scientist
1f468-200d-1f52c man_scientist male-scientist
1f469-200d-1f52c woman_scientist female-scientist
1f9d1-200d-1f4bb technologist
1f468-200d-1f4bb man_technologist male-technologist
1f469-200d-1f4bb woman_technologist female-technologist
1f9d1-200d-1f3a4 singer
1f468-200d-1f3a4 man_singer male-singer
1f469-200d-1f3a4 woman_singer female-singer
1f9d1-200d-1f3a8 artist
1f468-200d-1f3a8 man_artist male-artist
1f469-200d-1f3a8 woman_artist female-artist
1f9d1-200d-2708 pilot
1f468-200d-2708 man_pilot male-pilot
1f469-200d-2708 woman_pilot female-pilot
1f9d1-200d-1f680 astronaut
1f468-200d-1f680 man_astronaut male-astronaut
1f469-200d-1f680 woman_astronaut female-astronaut
1f9d1-200d-1f692 firefighter
1f468-200d-1f692 man_firefighter male-firefighter
1f469-200d-1f692 woman_firefighter female-firefighter
1f46e police cop police_officer
1f46e-200d-2642 man_police_officer policeman male-police-officer
1f46e-200d-2640 woman_police_officer policewoman female-police-officer
1f575 detective spy sleuth agent sneaky sleuth_or_spy
1f575-200d-2642 man_detective male_detective male-detective
1f575-200d-2640 woman_detective female_detective female-detective
1f482 guard
1f482-200d-2642 man_guard guardsman male-guard
1f482-200d-2640 woman_guard guardswoman female-guard
1f977 ninja fighter hidden stealth
1f477 construction_worker
1f477-200d-2642 man_construction_worker construction_worker_man male-construction-worker
1f477-200d-2640 woman_construction_worker construction_worker_woman female-construction-worker
1fac5 person_with_crown monarch noble regal royalty
1f934 prince
1f478 princess
1f473 turban person_wearing_turban person_with_turban
1f473-200d-2642 man_wearing_turban man_with_turban man-wearing-turban
1f473-200d-2640 woman_wearing_turban woman_with_turban woman-wearing-turban
1f472 gua_pi_mao person_with_skullcap man_with_gua_pi_mao man_with_chinese_cap
1f9d5 woman_with_headscarf headscarf hijab mantilla tichel person_with_headscarf
1f935 tuxedo person_in_tuxedo
1f935-200d-2642 man_in_tuxedo
1f935-200d-2640 woman_in_tuxedo
1f470 bride person_with_veil
1f470-200d-2642 man_with_veil
1f470-200d-2640 woman_with_veil bride_with_veil
1f930 pregnant expecting pregnant_woman expecting_woman
1fac3 pregnant_man
1fac4 pregnant_person
1f931 breast_feeding breast breast-feeding
1f469-200d-1f37c woman_feeding_baby
1f468-200d-1f37c man_feeding_baby
1f9d1-200d-1f37c person_feeding_baby
1f47c angel baby_angel
1f385 santa santa_claus
1f936 mother_christmas mrs_claus
1f9d1-200d-1f384 mx_claus claus_christmas
1f9b8 superhero
1f9b8-200d-2642 man_superhero superhero_man male_superhero
1f9b8-200d-2640 woman_superhero superhero_woman female_superhero
1f9b9 supervillain
1f9b9-200d-2642 man_supervillain supervillain_man male_supervillain
1f9b9-200d-2640 woman_supervillain supervillain_woman female_supervillain
1f9d9 mage
1f9d9-200d-2642 man_mage mage_man male_mage
1f9d9-200d-2640 woman_mage mage_woman female_mage
1f9da fairy
1f9da-200d-2642 man_fairy fairy_man male_fairy
1f9da-200d-2640 woman_fairy fairy_woman female_fairy
1f9db vampire
1f9db-200d-2642 man_vampire vampire_man male_vampire
1f9db-200d-2640 woman_vampire vampire_woman female_vampire
1f9dc merperson
1f9dc-200d-2642 merman triton
1f9dc-200d-2640 mermaid
1f9dd elf
1f9dd-200d-2642 man_elf elf_man male_elf
1f9dd-200d-2640 woman_elf elf_woman female_elf
1f9de genie
1f9de-200d-2642 man_genie genie_man male_genie
1f9de-200d-2640 woman_genie genie_woman female_genie
1f9df zombie
1f9df-200d-2642 man_zombie zombie_man male_zombie
1f9df-200d-2640 woman_zombie zombie_woman female_zombie
1f9cc troll fairy_tale fantasy monster
1fac8 hairy_creature
1f486 massage person_getting_massage
1f486-200d-2642 man_getting_massage massage_man man-getting-massage man_getting_face_massage
1f486-200d-2640 woman_getting_massage massage_woman woman-getting-massage woman_getting_face_massage
1f487 haircut person_getting_haircut
1f487-200d-2642 man_getting_haircut haircut_man man-getting-haircut
1f487-200d-2640 woman_getting_haircut haircut_woman woman-getting-haircut
1f6b6 walking pedestrian person_walking
1f6b6-200d-2642 man_walking walking_man man-walking
1f6b6-200d-2640 woman_walking walking_woman woman-walking
1f6b6-200d-27a1 person_walking_right person_walking_facing_right
1f6b6-200d-2640-200d-27a1 woman_walking_right woman_walking_facing_right
1f6b6-200d-2642-200d-27a1 man_walking_right man_walking_facing_right
1f9cd person_standing stand standing standing_person
1f9cd-200d-2642 man_standing standing_man
1f9cd-200d-2640 woman_standing standing_woman
1f9ce person_kneeling kneel kneeling kneeling_person
1f9ce-200d-2642 man_kneeling kneeling_man
1f9ce-200d-2640 woman_kneeling kneeling_woman
1f9ce-200d-27a1 person_kneeling_right person_kneeling_facing_right
1f9ce-200d-2640-200d-27a1 woman_kneeling_right woman_kneeling_facing_right
1f9ce-200d-2642-200d-27a1 man_kneeling_right man_kneeling_facing_right
1f9d1-200d-1f9af person_with_white_cane person_with_probing_cane
1f9d1-200d-1f9af-200d-27a1 person_with_white_cane_right person_with_white_cane_facing_right
1f468-200d-1f9af man_with_white_cane man_with_probing_cane
1f468-200d-1f9af-200d-27a1 man_with_white_cane_right man_with_white_cane_facing_right
1f469-200d-1f9af woman_with_white_cane woman_with_probing_cane
1f469-200d-1f9af-200d-27a1 woman_with_white_cane_right woman_with_white_cane_facing_right
1f9d1-200d-1f9bc person_in_motorized_wheelchair
1f9d1-200d-1f9bc-200d-27a1 person_in_motorized_wheelchair_right person_in_motorized_wheelchair_facing_right
1f468-200d-1f9bc man_in_motorized_wheelchair
1f468-200d-1f9bc-200d-27a1 man_in_motorized_wheelchair_right man_in_motorized_wheelchair_facing_right
1f469-200d-1f9bc woman_in_motorized_wheelchair
1f469-200d-1f9bc-200d-27a1 woman_in_motorized_wheelchair_right woman_in_motorized_wheelchair_facing_right
1f9d1-200d-1f9bd person_in_manual_wheelchair
1f9d1-200d-1f9bd-200d-27a1 person_in_manual_wheelchair_right person_in_manual_wheelchair_facing_right
1f468-200d-1f9bd man_in_manual_wheelchair
1f468-200d-1f9bd-200d-27a1 man_in_manual_wheelchair_right man_in_manual_wheelchair_facing_right
1f469-200d-1f9bd woman_in_manual_wheelchair
1f469-200d-1f9bd-200d-27a1 woman_in_manual_wheelchair_right woman_in_manual_wheelchair_facing_right
1f3c3 running runner person_running
1f3c3-200d-2642 man_running running_man man-running
1f3c3-200d-2640 woman_running running_woman woman-running
1f3c3-200d-27a1 person_running_right person_running_facing_right
1f3c3-200d-2640-200d-27a1 woman_running_right woman_running_facing_right
1f3c3-200d-2642-200d-27a1 man_running_right man_running_facing_right
1f9d1-200d-1fa70 ballet_dancer
1f483 dancer woman_dancing
1f57a dancing disco man_dancing male_dancer
1f574 levitating hover levitate person_in_suit_levitating business_suit_levitating man_in_business_suit_levitating
1f46f dancers people_with_bunny_ears_partying people_with_bunny_ears
1f46f-200d-2642 men_with_bunny_ears men_with_bunny_ears_partying dancing_men men-with-bunny-ears-partying man-with-bunny-ears-partying
1f46f-200d-2640 women_with_bunny_ears women_with_bunny_ears_partying dancing_women women-with-bunny-ears-partying woman-with-bunny-ears-partying
1f9d6 person_in_steamy_room sauna_person
1f9d6-200d-2642 man_in_steamy_room sauna_man
1f9d6-200d-2640 woman_in_steamy_room sauna_woman
1f9d7 person_climbing climbing
1f9d7-200d-2642 man_climbing climbing_man
1f9d7-200d-2640 woman_climbing climbing_woman
1f93a fencing fencer person_fencing
1f3c7 horse_racing horse_riding
26f7 skier person_skiing skiing
1f3c2 snowboarder person_snowboarding snowboarding
1f3cc golf golfer golfing person_golfing
1f3cc-200d-2642 man_golfing golfing_man man-golfing
1f3cc-200d-2640 woman_golfing golfing_woman woman-golfing
1f3c4 surf person_surfing surfer surfing
1f3c4-200d-2642 man_surfing surfing_man man-surfing
1f3c4-200d-2640 woman_surfing surfing_woman woman-surfing
1f6a3 rowboat crew sculling rowing person_rowing_boat
1f6a3-200d-2642 man_rowing_boat rowing_man man-rowing-boat
1f6a3-200d-2640 woman_rowing_boat rowing_woman woman-rowing-boat
1f3ca swim person_swimming swimmer
1f3ca-200d-2642 man_swimming swimming_man man-swimming
1f3ca-200d-2640 woman_swimming swimming_woman woman-swimming
26f9 ball sports person_bouncing_ball bouncing_ball_person person_with_ball basketball_player
26f9-200d-2642 man_bouncing_ball basketball_man bouncing_ball_man man-bouncing-ball
26f9-200d-2640 woman_bouncing_ball basketball_woman bouncing_ball_woman woman-bouncing-ball
1f3cb lift work_out weight_lift gym person_lifting_weights weight_lifter weight_lifting lifter
1f3cb-200d-2642 man_lifting_weights weight_lifting_man man-lifting-weights
1f3cb-200d-2640 woman_lifting_weights weight_lifting_woman woman-lifting-weights
1f6b4 cyclist bicyclist biking person_biking
1f6b4-200d-2642 man_biking biking_man man-biking
1f6b4-200d-2640 woman_biking biking_woman woman-biking
1f6b5 mountain_biker mountain_bicyclist mountain_biking person_mountain_biking
1f6b5-200d-2642 man_mountain_biking mountain_biking_man man-mountain-biking
1f6b5-200d-2640 woman_mountain_biking mountain_biking_woman woman-mountain-biking
1f938 cartwheel acrobatics gymnastics tumbling cartwheeling person_cartwheel person_doing_cartwheel person_cartwheeling
1f938-200d-2642 man_cartwheeling man-cartwheeling
1f938-200d-2640 woman_cartwheeling woman-cartwheeling
1f93c wrestling people_wrestling wrestlers
1f93c-200d-2642 men_wrestling man-wrestling
1f93c-200d-2640 women_wrestling woman-wrestling
1f93d water_polo person_playing_water_polo
1f93d-200d-2642 man_playing_water_polo man-playing-water-polo
1f93d-200d-2640 woman_playing_water_polo woman-playing-water-polo
1f93e handball person_playing_handball handball_person
1f93e-200d-2642 man_playing_handball man-playing-handball
1f93e-200d-2640 woman_playing_handball woman-playing-handball
1f939 juggling juggler person_juggling juggling_person
1f939-200d-2642 man_juggling man-juggling
1f939-200d-2640 woman_juggling woman-juggling
1f9d8 person_in_lotus_position lotus_position
1f9d8-200d-2642 man_in_lotus_position lotus_position_man
1f9d8-200d-2640 woman_in_lotus_position lotus_position_woman
1f6c0 bath person_taking_bath
1f6cc in_bed accommodations guestrooms person_in_bed sleeping_accommodation sleeping_bed
1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands hold holding_hands
1f46d two_women_holding_hands women_couple women_holding_hands
1f46b man_and_woman_holding_hands man_and_woman_couple couple woman_and_man_holding_hands
1f46c two_men_holding_hands men_couple men_holding_hands
1f48f kiss couple_kiss couplekiss
1f469-200d-2764-200d-1f48b-200d-1f468 kiss_woman_man kiss_mw kiss_wm couplekiss_man_woman woman-kiss-man
1f468-200d-2764-200d-1f48b-200d-1f468 kiss_man_man kiss_mm couplekiss_man_man man-kiss-man couplekiss_mm
1f469-200d-2764-200d-1f48b-200d-1f469 kiss_woman_woman kiss_ww couplekiss_woman_woman woman-kiss-woman couplekiss_ww
1f491 couple_with_heart
1f469-200d-2764-200d-1f468 couple_with_heart_woman_man couple_with_heart_mw couple_with_heart_wm woman-heart-man
1f468-200d-2764-200d-1f468 couple_with_heart_man_man couple_with_heart_mm man-heart-man couple_mm
1f469-200d-2764-200d-1f469 couple_with_heart_woman_woman couple_with_heart_ww woman-heart-woman couple_ww
1f468-200d-1f469-200d-1f466 family_man_woman_boy family_mwb man-woman-boy
1f468-200d-1f469-200d-1f467 family_man_woman_girl family_mwg man-woman-girl
1f468-200d-1f469-200d-1f467-200d-1f466 family_man_woman_girl_boy family_mwgb man-woman-girl-boy
1f468-200d-1f469-200d-1f466-200d-1f466 family_man_woman_boy_boy family_mwbb man-woman-boy-boy
1f468-200d-1f469-200d-1f467-200d-1f467 family_man_woman_girl_girl family_mwgg man-woman-girl-girl
1f468-200d-1f468-200d-1f466 family_man_man_boy family_mmb man-man-boy
1f468-200d-1f468-200d-1f467 family_man_man_girl family_mmg man-man-girl
1f468-200d-1f468-200d-1f467-200d-1f466 family_man_man_girl_boy family_mmgb man-man-girl-boy
1f468-200d-1f468-200d-1f466-200d-1f466 family_man_man_boy_boy family_mmbb man-man-boy-boy
1f468-200d-1f468-200d-1f467-200d-1f467 family_man_man_girl_girl family_mmgg man-man-girl-girl
1f469-200d-1f469-200d-1f466 family_woman_woman_boy family_wwb woman-woman-boy
1f469-200d-1f469-200d-1f467 family_woman_woman_girl family_wwg woman-woman-girl
1f469-200d-1f469-200d-1f467-200d-1f466 family_woman_woman_girl_boy family_wwgb woman-woman-girl-boy
1f469-200d-1f469-200d-1f466-200d-1f466 family_woman_woman_boy_boy family_wwbb woman-woman-boy-boy
1f469-200d-1f469-200d-1f467-200d-1f467 family_woman_woman_girl_girl family_wwgg woman-woman-girl-girl
1f468-200d-1f466 family_man_boy family_mb man-boy
1f468-200d-1f466-200d-1f466 family_man_boy_boy family_mbb man-boy-boy
1f468-200d-1f467 family_man_girl family_mg man-girl
1f468-200d-1f467-200d-1f466 family_man_girl_boy family_mgb man-girl-boy
1f468-200d-1f467-200d-1f467 family_man_girl_girl family_mgg man-girl-girl
1f469-200d-1f466 family_woman_boy family_wb woman-boy
1f469-200d-1f466-200d-1f466 family_woman_boy_boy family_wbb woman-boy-boy
1f469-200d-1f467 family_woman_girl family_wg woman-girl
1f469-200d-1f467-200d-1f466 family_woman_girl_boy family_wgb woman-girl-boy
1f469-200d-1f467-200d-1f467 family_woman_girl_girl family_wgg woman-girl-girl
1f5e3 speaking_head speaking_head_in_silhouette
1f464 silhouette shadow bust_in_silhouette
1f465 silhouettes shadows busts_in_silhouette
1fac2 people_hugging goodbye thanks
1f46a family
1f9d1-200d-1f9d1-200d-1f9d2 family_aac family_adult_adult_child
1f9d1-200d-1f9d1-200d-1f9d2-200d-1f9d2 family_aacc family_adult_adult_child_child
1f9d1-200d-1f9d2 family_aa family_ac family_adult_child
1f9d1-200d-1f9d2-200d-1f9d2 family_acc family_adult_child_child
1f463 footprints feet
1fac6 fingerprint
1f3fb tone1 tone_light skin-tone-2 light_skin_tone
1f3fc tone2 tone_medium_light skin-tone-3 medium_light_skin_tone
1f3fd tone3 tone_medium skin-tone-4 medium_skin_tone
1f3fe tone4 tone_medium_dark skin-tone-5 medium_dark_skin_tone
1f3ff tone5 tone_dark skin-tone-6 dark_skin_tone
1f9b0 red_hair
1f9b1 curly_hair
1f9b3 white_hair
1f9b2 no_hair
1f435 monkey_face
1f412 monkey
1f98d gorilla
1f9a7 orangutan ape
1f436 puppy dog_face
1f415 dog woof dog2
1f9ae guide_dog guide
1f415-200d-1f9ba service_dog assistance service
1f429 poodle
1f43a wolf wolf_face
1f98a fox fox_face
1f99d raccoon curious sly
1f431 kitten cat_face
1f408 cat meow cat2
1f408-200d-2b1b black_cat black unlucky
1f981 lion lion_face
1f42f tiger_cub tiger_face
1f405 tiger tiger2
1f406 leopard
1f434 pony horse_face
1face moose
1facf donkey
1f40e horse racehorse
1f984 unicorn unicorn_face
1f993 zebra stripe zebra_face
1f98c deer
1f9ac bison buffalo herd wisent
1f42e calf cow_face
1f402 ox bull
1f403 water_buffalo
1f404 cow cow2
1f437 piglet pig_face
1f416 pig oink pig2
1f417 boar
1f43d pig_nose
1f40f ram
1f411 sheep baa ewe
1f410 goat
1f42a arabian_camel dromedary_camel
1f42b camel two_hump_camel
1f999 llama alpaca guanaco vicuña wool vicuna
1f992 giraffe spots giraffe_face
1f418 elephant
1f9a3 mammoth tusk woolly
1f98f rhinoceros rhino
1f99b hippopotamus hippo
1f42d dormouse mouse_face
1f401 mouse mouse2
1f400 rat
1f439 hamster hamster_face
1f430 bunny rabbit_face
1f407 rabbit rabbit2
1f43f chipmunk
1f9ab beaver dam
1f994 hedgehog spiny
1f987 bat
1f43b bear bear_face
1f43b-200d-2744 polar_bear arctic polar_bear_face
1f428 koala koala_face
1f43c panda panda_face
1f9a5 sloth lazy slow
1f9a6 otter playful
1f9a8 skunk stink
1f998 kangaroo joey jump marsupial
1f9a1 badger honey_badger pester
1f43e paw_prints paws
1f983 turkey
1f414 chicken cluck chicken_face
1f413 rooster alarm cock-a-doodle-doo
1f423 hatching hatching_chick
1f424 chick baby_chick
1f425 new_baby hatched_chick front_facing_baby_chick
1f426 bird bird_face
1f427 penguin penguin_face
1f54a dove dove_of_peace
1f985 eagle
1f986 duck
1f9a2 swan cygnet ugly_duckling
1f989 owl
1f9a4 dodo mauritius
1fab6 feather flight light plumage
1f9a9 flamingo flamboyant
1f99a peacock ostentatious peahen
1f99c parrot talk
1fabd wing
1f426-200d-2b1b black_bird
1fabf goose
1f426-200d-1f525 phoenix
1f438 frog frog_face
1f40a crocodile
1f422 turtle tortoise
1f98e lizard gecko
1f40d snake hiss
1f432 dragon_face
1f409 dragon
1f995 sauropod brachiosaurus brontosaurus diplodocus
1f996 t_rex tyrannosaurus_rex t-rex trex
1f433 whale spouting_whale
1f40b humpback_whale whale2
1f42c dolphin flipper
1facd orca
1f9ad seal sea_lion
1f41f fish
1f420 tropical_fish
1f421 blowfish
1f988 shark
1f419 octopus
1f41a shell seashell conch spiral_shell
1fab8 coral reef
1fabc jellyfish
1f980 crab
1f99e lobster bisque claws seafood
1f990 shrimp
1f991 squid
1f9aa oyster
1f40c snail
1f98b butterfly
1f41b bug caterpillar
1f41c ant
1f41d bee buzz honeybee
1fab2 beetle
1f41e lady_beetle ladybird ladybug
1f997 cricket grasshopper
1fab3 cockroach roach
1f577 spider
1f578 web spider_web
1f982 scorpion
1f99f mosquito malaria
1fab0 fly maggot rotting
1fab1 worm annelid earthworm parasite
1f9a0 microbe amoeba
1f490 bouquet
1f338 cherry_blossom
1f4ae white_flower
1fab7 lotus purity
1f3f5 rosette
1f339 rose
1f940 wilted_flower crushed wilted_rose
1f33a hibiscus
1f33b sunflower
1f33c blossom
1f337 tulip flower
1fabb hyacinth
1f331 seedling sprout
1fab4 potted_plant boring grow nurturing useless
1f332 evergreen_tree
1f333 tree deciduous_tree
1f334 palm_tree
1f335 cactus
1f33e harvest ear_of_rice sheaf_of_rice
1f33f herb plant
2618 shamrock clover
1f340 lucky four_leaf_clover
1f341 maple_leaf
1f342 fallen_leaf
1f343 leaves wind fall leaf_fluttering_in_wind
1fab9 empty_nest nest
1faba nest_with_eggs
1f344 mushroom
1fabe leafless_tree
1f347 grapes
1f348 melon
1f349 watermelon
1f34a orange tangerine mandarin
1f34b lemon
1f34b-200d-1f7e9 lime
1f34c banana
1f34d pineapple
1f96d mango fruit
1f34e apple red_apple
1f34f green_apple
1f350 pear
1f351 peach
1f352 cherries
1f353 strawberry
1fad0 blueberries berry bilberry blueberry
1f95d kiwi kiwi_fruit kiwifruit
1f345 tomato
1fad2 olive
1f965 coconut piña_colada pina_colada
1f951 avocado
1f346 eggplant
1f954 potato
1f955 carrot
1f33d corn maize ear_of_corn
1f336 hot_pepper chili_pepper
1fad1 bell_pepper capsicum pepper vegetable
1f952 cucumber
1f96c leafy_green bok_choy cabbage kale lettuce
1f966 broccoli wild_cabbage
1f9c4 garlic
1f9c5 onion
1f95c peanuts shelled_peanut
1fad8 beans kidney legume
1f330 chestnut
1fada ginger ginger_root
1fadb pea pea_pod
1f344-200d-1f7eb brown_mushroom
1fadc root_vegetable
1f35e bread
1f950 croissant
1f956 baguette baguette_bread french_bread
1fad3 flatbread arepa lavash naan pita
1f968 pretzel twisted
1f96f bagel schmear
1f95e pancakes breakfast
1f9c7 waffle indecisive iron
1f9c0 cheese cheese_wedge
1f356 meat meat_on_bone
1f357 drumstick poultry poultry_leg
1f969 cut_of_meat lambchop porkchop steak
1f953 bacon
1f354 hamburger
1f35f fries french_fries
1f355 pizza
1f32d hotdog hot_dog
1f96a sandwich
1f32e taco
1f32f burrito
1fad4 tamale mexican wrapped
1f959 doner_kebab shawarma souvlaki stuffed_flatbread stuffed_pita
1f9c6 falafel chickpea meatball
1f95a egg
1f373 cooking fried_egg
1f958 paella shallow_pan_of_food
1f372 food soup stew pot_of_food
1fad5 fondue melted swiss
1f963 bowl_with_spoon cereal congee
1f957 salad green_salad
1f37f popcorn
1f9c8 butter dairy
1f9c2 salt shaker
1f96b canned_food can
1f371 bento bento_box
1f358 senbei rice_cracker
1f359 onigiri rice_ball
1f35a rice cooked_rice
1f35b curry curry_rice
1f35c ramen noodles steaming_bowl
1f35d spaghetti
1f360 yam sweet_potato roasted_sweet_potato
1f362 oden
1f363 sushi
1f364 tempura fried_shrimp
1f365 naruto fish_cake fish_cake_with_swirl
1f96e moon_cake autumn festival yuèbǐng yuebing
1f361 dango
1f95f dumpling empanada gyōza jiaozi pierogi potsticker gyoza
1f960 fortune_cookie prophecy
1f961 takeout_box oyster_pail
1f366 soft_serve soft_ice_cream icecream
1f367 shaved_ice
1f368 ice_cream gelato
1f369 donut doughnut
1f36a cookie
1f382 birthday birthday_cake
1f370 cake shortcake
1f9c1 cupcake
1f967 pie filling pastry
1f36b chocolate chocolate_bar
1f36c candy
1f36d lollipop
1f36e custard flan pudding
1f36f honey honey_pot
1f37c baby_bottle
1f95b milk glass_of_milk milk_glass
2615 coffee hot_beverage
1fad6 teapot
1f375 tea teacup_without_handle
1f376 sake
1f37e champagne bottle_with_popping_cork
1f377 wine wine_glass
1f378 cocktail cocktail_glass
1f379 tropical_drink
1f37a beer beer_mug
1f37b beers clinking_beer_mugs
1f942 clink toast clinking_glasses champagne_glass clinking_glass
1f943 small_glass tumbler_glass whisky
1fad7 pouring_liquid spill pour
1f964 cup_with_straw soda
1f9cb bubble_tea boba_drink
1f9c3 beverage_box beverage box straw juice_box
1f9c9 mate mate_drink
1f9ca ice ice_cube iceberg
1f962 chopsticks hashi
1f37d hungry meal table_setting fork_and_knife_with_plate lets_eat fork_knife_plate plate_with_cutlery knife_fork_plate
1f374 fork_and_knife eating_utensils
1f944 spoon
1f52a knife hocho betrayed kitchen_knife
1fad9 jar container sauce store
1f3fa vase amphora
1f30d earth_africa earth_europe globe_showing_europe_africa
1f30e earth_americas globe_showing_americas
1f30f earth_asia globe_showing_asia_australia
1f310 www globe globe_with_meridians
1f5fa map world_map road_trip
1f5fe japan japan_map map_of_japan
1f9ed compass navigation orienteering
1f3d4 snowy_mountain mountain_snow snow_capped_mountain
26f0 mountain
1f6d8 landslide
1f30b volcano
1f5fb mount_fuji
1f3d5 campsite
1f3d6 beach beach_with_umbrella
1f3dc desert
1f3dd island desert_island
1f3de national_park park
1f3df stadium
1f3db classical_building
1f3d7 construction building_construction construction_site
1f9f1 brick bricks clay mortar wall
1faa8 rock boulder heavy solid stone
1fab5 wood log timber
1f6d6 hut roundhouse yurt
1f3d8 houses homes house_buildings
1f3da derelict_house condemned house_abandoned derelict_house_building
1f3e0 house
1f3e1 suburb house_with_garden
1f3e2 office office_building
1f3e3 japan_post japanese_post_office
1f3e4 post_office european_post_office
1f3e5 hospital
1f3e6 bank
1f3e8 hotel
1f3e9 love_hotel
1f3ea convenience_store
1f3eb school
1f3ec department_store
1f3ed factory
1f3ef shiro japanese_castle
1f3f0 castle european_castle
1f492 wedding
1f5fc tower tokyo_tower
1f5fd statue new_york statue_of_liberty
26ea church
1f54c mosque
1f6d5 hindu_temple hindu temple
1f54d synagogue
26e9 shinto_shrine
1f54b kaaba
26f2 fountain
26fa tent camping
1f301 foggy
1f303 night night_with_stars
1f3d9 city skyline cityscape
1f304 mountain_sunrise sunrise_over_mountains
1f305 sunrise ocean_sunrise
1f306 sunset city_dusk cityscape_at_dusk
1f307 city_sunrise city_sunset
1f309 bridge bridge_at_night
2668 hot_springs hotsprings
1f3a0 carousel merry_go_round carousel_horse
1f6dd playground_slide amusement_park slide
1f3a1 ferris_wheel
1f3a2 roller_coaster
1f488 barber striped_pole barber_pole
1f3aa circus circus_tent
1f682 train steam_locomotive locomotive
1f683 railway_car train_car
1f684 high_speed_train bullettrain_side
1f685 bullet_train bullettrain_front
1f686 oncoming_train train2
1f687 subway
1f688 light_rail
1f689 station
1f68a oncoming_tram oncoming_streetcar oncoming_trolley
1f69d monorail elevated_train
1f69e mountain_railway
1f68b tram streetcar tram_car
1f68c bus school_bus
1f68d oncoming_bus
1f68e trolley trolleybus
1f690 minibus
1f691 ambulance
1f692 fire_truck fire_engine
1f693 police_car
1f694 oncoming_police_car
1f695 taxi rideshare
1f696 oncoming_taxi
1f697 car red_car automobile
1f698 oncoming_car oncoming_automobile
1f699 recreational_vehicle jeep blue_car suv sport_utility_vehicle
1f6fb pickup_truck pick_up pickup
1f69a moving_truck delivery_truck
1f69b truck tractor-trailer big_rig semi_truck transport_truck articulated_lorry
1f69c tractor
1f3ce racecar racing_car race_car
1f3cd motorcycle racing_motorcycle
1f6f5 scooter motor_bike motor_scooter motorbike
1f9bd manual_wheelchair
1f9bc motorized_wheelchair
1f6fa auto_rickshaw tuk_tuk
1f6b2 bike bicycle
1f6f4 kick_scooter
1f6f9 skateboard board
1f6fc roller_skate roller skate
1f68f bus_stop busstop
1f6e3 road motorway
1f6e4 railway_track train_tracks railroad_track
1f6e2 oil_drum commodities
26fd fuel_pump gas_pump petrol_pump fuelpump
1f6de wheel tire turn
1f6a8 siren rotating_light alert police_car_light
1f6a5 horizontal_traffic_light
1f6a6 traffic_light vertical_traffic_light
1f6d1 stop_sign octagonal_sign
1f6a7 work_in_progress construction_zone
2693 anchor
1f6df ring_buoy float life_preserver life_saver rescue lifebuoy
26f5 boat sailboat
1f6f6 canoe kayak
1f6a4 speedboat
1f6f3 passenger_ship yacht cruise cruise_ship
26f4 ferry
1f6e5 motor_boat motorboat
1f6a2 ship
2708 airplane
1f6e9 small_airplane airplane_small
1f6eb take_off departure airplane_departure flight_departure
1f6ec landing arrival airplane_arrival airplane_arriving flight_arrival
1fa82 parachute hang_glide parasail skydive
1f4ba seat
1f681 helicopter
1f69f suspension_railway
1f6a0 gondola mountain_cableway
1f6a1 aerial_tramway ski_lift
1f6f0 satellite artificial_satellite satellite_orbital
1f680 rocket
1f6f8 flying_saucer
1f6ce bellhop_bell reception services ding bellhop
1f9f3 luggage packing travel
231b times_up hourglass_done
23f3 time_ticking hourglass hourglass_flowing_sand hourglass_not_done
231a watch
23f0 alarm_clock
23f1 stopwatch
23f2 timer timer_clock
1f570 mantelpiece_clock mantlepiece_clock
1f55b clock12 twelve_oclock
1f567 clock1230 twelve_thirty
1f550 clock1 one_oclock
1f55c clock130 one_thirty
1f551 clock2 two_oclock
1f55d clock230 two_thirty
1f552 clock3 three_oclock
1f55e clock330 three_thirty
1f553 clock4 four_oclock
1f55f clock430 four_thirty
1f554 clock5 five_oclock
1f560 clock530 five_thirty
1f555 clock6 six_oclock
1f561 clock630 six_thirty
1f556 clock7 seven_oclock
1f562 clock730 seven_thirty
1f557 time clock clock8 eight_oclock
1f563 clock830 eight_thirty
1f558 clock9 nine_oclock
1f564 clock930 nine_thirty
1f559 clock10 ten_oclock
1f565 clock1030 ten_thirty
1f55a clock11 eleven_oclock
1f566 clock1130 eleven_thirty
1f311 new_moon
1f312 waxing_crescent_moon waxing
1f313 first_quarter_moon
1f314 waxing_moon waxing_gibbous_moon
1f315 full_moon
1f316 waning_gibbous_moon gibbous
1f317 last_quarter_moon
1f318 waning_crescent_moon
1f319 moon crescent_moon
1f31a new_moon_face new_moon_with_face
1f31b goodnight first_quarter_moon_with_face first_quarter_moon_face
1f31c last_quarter_moon_face last_quarter_moon_with_face
1f321 temperature thermometer warm
2600 sunny sun
1f31d moon_face full_moon_with_face full_moon_face
1f31e sun_face sun_with_face
1fa90 ringed_planet saturn saturnine
2b50 star
1f31f glowing_star star2
1f320 shooting_star wish stars
1f30c milky_way night_sky
2601 cloud overcast
26c5 partly_sunny partly_cloudy sun_behind_cloud
26c8 thunderstorm thunder_and_rain stormy thunder_cloud_and_rain cloud_with_lightning_and_rain thunder_cloud_rain
1f324 mostly_sunny sun_behind_small_cloud sun_small_cloud white_sun_small_cloud white_sun_with_small_cloud
1f325 cloudy sun_behind_large_cloud barely_sunny white_sun_cloud white_sun_behind_cloud
1f326 sunshowers sun_and_rain partly_sunny_with_rain sun_behind_rain_cloud partly_sunny_rain white_sun_rain_cloud white_sun_behind_cloud_with_rain
1f327 rainy soaked drenched cloud_with_rain rain_cloud cloud_rain
1f328 snowy snowstorm cloud_with_snow snow_cloud cloud_snow
1f329 lightning lightning_storm cloud_with_lightning lightning_cloud cloud_lightning
1f32a tornado tornado_cloud cloud_tornado cloud_with_tornado
1f32b fog hazy
1f32c windy mother_nature wind_blowing_face wind_face
1f300 cyclone hurricane typhoon
1f308 rainbow pride lgbtq
1f302 closed_umbrella
2602 umbrella open_umbrella umbrella2
2614 umbrella_with_rain umbrella_with_rain_drops
26f1 beach_umbrella umbrella_on_ground parasol_on_ground
26a1 high_voltage zap
2744 snowflake
2603 snowman snowman2 snowman_with_snow
26c4 frosty snowman_without_snow
2604 comet meteor
1f525 fire lit hot flame
1f4a7 drop water_drop droplet
1f30a ocean water_wave
1f383 jack-o-lantern pumpkin jack_o_lantern
1f384 holiday_tree christmas_tree
1f386 fireworks
1f387 sparkler
1f9e8 firecracker dynamite explosive
2728 sparkles glamour
1f388 balloon celebration
1f389 tada party party_popper
1f38a confetti party_ball confetti_ball
1f38b wish_tree tanabata_tree
1f38d bamboo pine_decoration
1f38e dolls japanese_dolls
1f38f carp_streamer flags
1f390 wind_chime
1f391 moon_ceremony rice_scene moon_viewing_ceremony
1f9e7 red_envelope good_luck hóngbāo lai_see hongbao
1f380 ribbon decoration
1f381 gift present wrapped_gift
1f397 reminder_ribbon
1f39f ticket admission_tickets tickets
1f3ab pass
1f396 military_medal medal_military
1f3c6 trophy winner
1f3c5 medal sports_medal medal_sports
1f947 first_place gold number_one 1st first_place_medal 1st_place_medal
1f948 second_place silver 2nd second_place_medal 2nd_place_medal
1f949 third_place bronze 3rd third_place_medal 3rd_place_medal
26bd football soccer soccer_ball
26be baseball
1f94e softball glove underarm
1f3c0 basketball
1f3d0 volleyball
1f3c8 american_football
1f3c9 rugby rugby_football
1f3be tennis
1f94f flying_disc ultimate
1f3b3 strike bowling
1f3cf cricket_game cricket_bat_and_ball cricket_bat_ball
1f3d1 field_hockey field_hockey_stick_and_ball
1f3d2 ice_hockey hockey ice_hockey_stick_and_puck
1f94d lacrosse
1f3d3 ping_pong table_tennis table_tennis_paddle_and_ball
1f3f8 badminton badminton_racquet_and_shuttlecock
1f94a boxing_glove boxing_gloves
1f94b black_belt keikogi dogi martial_arts martial_arts_uniform karate_uniform
1f945 gooooooooal goal goal_net
26f3 hole_in_one flag_in_hole
26f8 ice_skate
1f3a3 fishing fishing_pole fishing_pole_and_fish
1f93f diving_mask scuba snorkeling
1f3bd running_shirt running_shirt_with_sash
1f3bf ski skis
1f6f7 sled sledge sleigh
1f94c curling_stone
1f3af direct_hit darts bulls_eye bullseye dart
1fa80 yo_yo fluctuate yo-yo
1fa81 kite soar
1f52b gun pistol water_pistol
1f3b1 billiards pool 8_ball 8ball pool_8_ball
1f52e crystal_ball oracle future fortune_telling
1fa84 magic_wand magic
1f3ae video_game controller
1f579 joystick arcade
1f3b0 slot_machine
1f3b2 dice die game_die
1f9e9 puzzle_piece interlocking jigsaw piece puzzle
1f9f8 teddy_bear plaything plush stuffed
1fa85 piñata pinata
1faa9 mirror_ball glitter disco_ball
1fa86 nesting_dolls doll russia
2660 spades spade_suit
2665 hearts heart_suit
2666 diamonds diamond_suit
2663 clubs club_suit
265f chess_pawn chess dupe expendable
1f0cf joker black_joker
1f004 mahjong mahjong_red_dragon
1f3b4 playing_cards flower_playing_cards
1f3ad performing_arts drama theater
1f5bc picture framed_picture frame_with_picture frame_photo
1f3a8 art palette painting artist_palette
1f9f5 thread spool string
1faa1 sewing_needle embroidery stitches sutures tailoring
1f9f6 yarn crochet knit
1faa2 knot rope tangled twine twist
1f453 glasses spectacles eyeglasses
1f576 dark_sunglasses
1f97d goggles eye_protection swimming welding
1f97c lab_coat
1f9ba safety_vest emergency vest
1f454 tie necktie
1f455 shirt tshirt t_shirt
1f456 jeans denim
1f9e3 scarf neck
1f9e4 gloves
1f9e5 coat jacket
1f9e6 socks stocking
1f457 dress
1f458 kimono
1f97b sari
1fa71 one_piece_swimsuit one-piece_swimsuit
1fa72 briefs one_piece swimsuit swim_brief
1fa73 shorts pants
1f459 bikini
1f45a clothing womans_clothes
1faad folding_fan folding_hand_fan
1f45b purse
1f45c handbag
1f45d pouch clutch_bag
1f6cd shopping_bags shopping
1f392 backpack satchel school_satchel
1fa74 thong_sandal beach_sandals sandals thong_sandals thongs zōri zori
1f45e shoe mans_shoe
1f45f athletic_shoe sneaker running_shoe
1f97e hiking_boot backpacking hiking
1f97f flat_shoe ballet_flat slip_on slipper womans_flat_shoe
1f460 high_heels high_heel high_heeled_shoe
1f461 sandal flip_flops womans_sandal
1fa70 ballet_shoes ballet
1f462 boot womans_boot
1faae hair_pick
1f451 crown queen king
1f452 hat womans_hat
1f3a9 top_hat tophat
1f393 graduate mortar_board graduation_cap
1f9e2 billed_cap baseball_cap
1fa96 military_helmet army military soldier warrior
26d1 helmet hard_hat rescue_worker safety_first invincible helmet_with_cross rescue_worker_helmet helmet_with_white_cross rescue_workers_helmet
1f4ff prayer_beads
1f484 lipstick
1f48d ring
1f48e gem crystal gem_stone
1f507 mute no_sound muted_speaker
1f508 speaker low_volume quiet_sound speaker_low_volume
1f509 softer medium_volumne speaker_medium_volume
1f50a louder sound high_volume loud_sound speaker_high_volume
1f4e2 loudspeaker bullhorn
1f4e3 megaphone shout mega
1f4ef horn postal_horn
1f514 notifications bell
1f515 mute_notifications no_bell bell_with_slash
1f3bc musical_score
1f3b5 music musical_note
1f3b6 musical_notes notes
1f399 studio_microphone microphone2
1f39a volume level_slider
1f39b control_knobs
1f3a4 microphone mike mic
1f3a7 headphones headphone
1f4fb radio
1f3b7 saxophone
1f3ba trumpet
1fa8a trombone
1fa97 accordion concertina squeeze_box
1f3b8 guitar
1f3b9 piano musical_keyboard
1f3bb violin
1fa95 banjo stringed
1f941 drum drum_with_drumsticks
1fa98 long_drum beat conga rhythm
1fa87 maracas
1fa88 flute
1fa89 harp
1f4f1 mobile_phone smartphone iphone android
1f4f2 calling mobile_phone_arrow mobile_phone_with_arrow
260e phone telephone
1f4de landline home_phone telephone_receiver
1f4df pager
1f4e0 fax fax_machine
1f50b battery full_battery
1faab low_battery electronic low_energy
1f50c electric_plug
1f4bb computer laptop
1f5a5 desktop_computer desktop
1f5a8 printer
2328 keyboard
1f5b1 computer_mouse three_button_mouse mouse_three_button
1f5b2 trackball
1f4bd gold_record minidisc computer_disk
1f4be floppy_disk
1f4bf cd optical_disk
1f4c0 dvd
1f9ee abacus calculation
1f3a5 movie_camera
1f39e film film_frames film_strip
1f4fd projector movie film_projector
1f3ac action clapper clapper_board
1f4fa tv television
1f4f7 camera
1f4f8 taking_a_picture say_cheese camera_with_flash camera_flash
1f4f9 video_camera video_recorder
1f4fc vhs videocassette
1f50d search find magnifying_glass mag magnifying_glass_tilted_left
1f50e magnifying_glass_tilted_right magnifying mag_right
1f56f candle
1f4a1 light_bulb bulb idea
1f526 flashlight
1f3ee lantern izakaya_lantern red_paper_lantern
1fa94 diya_lamp diya lamp oil
1f4d4 decorative_notebook notebook_with_decorative_cover
1f4d5 red_book closed_book
1f4d6 book open_book
1f4d7 green_book
1f4d8 blue_book
1f4d9 orange_book
1f4da books
1f4d3 notebook composition_book
1f4d2 ledger spiral_notebook
1f4c3 page_with_curl curl
1f4dc scroll
1f4c4 document paper file page page_facing_up
1f4f0 headlines
1f5de newspaper swat rolled_up_newspaper newspaper_roll newspaper2
1f4d1 place_holder bookmark_tabs
1f516 bookmark
1f3f7 label tag price_tag
1fa99 coin metal
1f4b0 money moneybag money_bag
1fa8e treasure_chest
1f4b4 yen_banknotes yen yen_banknote
1f4b5 dollar_bills dollar dollar_banknote
1f4b6 euro_banknotes euro euro_banknote
1f4b7 pound_notes pound pound_banknote
1f4b8 losing_money easy_come_easy_go money_with_wings
1f4b3 credit_card debit_card
1f9fe receipt accounting bookkeeping evidence proof
1f4b9 stock_market chart_increasing_with_yen
2709 email envelope mail
1f4e7 e-mail e_mail
1f4e8 mail_received incoming_envelope
1f4e9 mail_sent sealed envelope_with_arrow
1f4e4 outbox outbox_tray
1f4e5 inbox inbox_tray
1f4e6 package
1f4eb mailbox closed_mailbox_with_raised_flag
1f4ea closed_mailbox mailbox_closed closed_mailbox_with_lowered_flag
1f4ec unread_mail mailbox_with_mail open_mailbox_with_raised_flag
1f4ed inbox_zero empty_mailbox no_mail mailbox_with_no_mail open_mailbox_with_lowered_flag
1f4ee mail_dropoff postbox
1f5f3 ballot_box ballot_box_with_ballot
270f pencil pencil2
2712 black_nib nib
1f58b fountain_pen lower_left_fountain_pen pen_fountain
1f58a pen ballpoint_pen lower_left_ballpoint_pen pen_ballpoint
1f58c paintbrush lower_left_paintbrush
1f58d crayon lower_left_crayon
1f4dd memo note
1f4bc briefcase
1f4c1 organize file_folder
1f4c2 folder open_file_folder
1f5c2 sort card_index_dividers dividers
1f4c5 calendar
1f4c6 date tear_off_calendar
1f5d2 spiral_notepad notepad_spiral spiral_note_pad
1f5d3 spiral_calendar pad calendar_spiral spiral_calendar_pad
1f4c7 rolodex card_index
1f4c8 chart upwards_trend growing increasing chart_increasing chart_with_upwards_trend
1f4c9 downwards_trend shrinking decreasing chart_decreasing chart_with_downwards_trend
1f4ca bar_chart
1f4cb clipboard
1f4cc push_pin thumb_tack pushpin
1f4cd pin sewing_pin round_pushpin
1f4ce paperclip attachment
1f587 office_supplies paperclip_chain linked paperclips linked_paperclips
1f4cf ruler straightedge straight_ruler
1f4d0 carpenter_square triangular_ruler
2702 scissors
1f5c3 archive card_file_box card_box
1f5c4 file_cabinet
1f5d1 wastebasket trash_can trashcan
1f512 locked lock
1f513 unlocked unlock
1f50f privacy key_signing digital_security protected lock_with_ink_pen locked_with_pen
1f510 secure lock_with_key safe commitment loyalty closed_lock_with_key locked_with_key
1f511 key
1f5dd secret dungeon old_key encrypted clue hint key2
1f528 hammer maintenance handyman handywoman
1fa93 axe hatchet split
26cf mine pick
2692 at_work hammer_and_pick hammer_pick
1f6e0 working_on_it hammer_and_wrench tools
1f5e1 dagger rated_for_violence dagger_knife
2694 duel swords crossed_swords
1f4a3 bomb
1fa83 boomerang rebound repercussion
1f3f9 bow_and_arrow archery
1f6e1 shield
1fa9a carpentry_saw carpenter saw
1f527 fixing wrench
1fa9b screwdriver
1f529 nut_and_bolt screw
2699 gear settings mechanical engineer
1f5dc compression vise clamp
2696 justice scales balance balance_scale
1f9af white_cane probing_cane
1f517 link
26d3-200d-1f4a5 broken_chain
26d3 chains
1fa9d hook crook curve ensnare selling_point
1f9f0 toolbox chest
1f9f2 magnet attraction horseshoe
1fa9c ladder climb rung step
1fa8f shovel
2697 alchemy alembic
1f9ea test_tube chemistry
1f9eb petri_dish biology culture
1f9ec dna evolution gene genetics life double_helix
1f52c science microscope
1f52d telescope
1f4e1 satellite_antenna
1f489 injection syringe
1fa78 drop_of_blood bleed blood_donation injury menstruation
1f48a medicine pill
1fa79 adhesive_bandage bandage bandaid
1fa7c crutch cane disability mobility_aid
1fa7a stethoscope
1fa7b x_ray bones medical x-ray xray
1f6aa door
1f6d7 elevator hoist
1fa9e mirror reflection reflector speculum
1fa9f window frame fresh_air opening transparent view
1f6cf bed bedroom
1f6cb living_room furniture couch_and_lamp lifestyles couch
1fa91 chair sit
1f6bd toilet
1faa0 plunger force_cup suction
1f6bf shower
1f6c1 bathtub
1faa4 mouse_trap bait mousetrap snare trap
1fa92 razor sharp shave
1f9f4 lotion_bottle lotion moisturizer shampoo sunscreen squeeze_bottle
1f9f7 safety_pin diaper punk_rock
1f9f9 broom sweeping
1f9fa basket farming laundry picnic
1f9fb roll_of_paper paper_towels toilet_paper
1faa3 bucket cask pail vat
1f9fc soap bar bathing lather soapdish
1fae7 bubbles burp underwater
1faa5 toothbrush bathroom brush dental hygiene teeth
1f9fd sponge absorbing porous
1f9ef fire_extinguisher extinguish quench
1f6d2 shopping_cart shopping_trolley
1f6ac smoking cigarette
26b0 coffin burial grave
1faa6 headstone cemetery graveyard tombstone
26b1 funeral_urn cremation urn
1f9ff nazar_amulet bead charm evil_eye nazar talisman
1faac hamsa amulet fatima mary miriam protection
1f5ff rock_carving moyai moai
1faa7 placard demonstration picket protest sign
1faaa identification_card credentials license security id_card
1f3e7 atm atm_sign
1f6ae put_litter_in_its_place litter_bin litter_in_bin_sign
1f6b0 potable_water tap_water drinking_water
267f accessible wheelchair disabled handicapped wheelchair_symbol
1f6b9 mens mens_room
1f6ba womens womens_room
1f6bb restroom
1f6bc baby_change_station nursery baby_symbol
1f6be wc water_closet
1f6c2 passport_control immigration
1f6c3 customs
1f6c4 baggage_claim
1f6c5 locker locked_bag left_luggage
26a0 warning caution danger
1f6b8 children_crossing school_crossing drive_with_care
26d4 no_entry wrong_way
1f6ab prohibited not_allowed no_entry_sign
1f6b3 no_bicycles
1f6ad no_smoking
1f6af do_not_litter no_littering
1f6b1 non-potable_water non_potable_water
1f6b7 no_pedestrians
1f4f5 no_phones no_mobile_phones
1f51e underage nc17 no_one_under_18 no_one_under_eighteen
2622 radioactive nuclear radioactive_sign
2623 biohazard biohazard_sign
2b06 up north arrow_up up_arrow
2197 upper_right north_east arrow_upper_right up_right_arrow
27a1 right east arrow_right right_arrow
2198 lower_right south_east arrow_lower_right down_right_arrow
2b07 down south arrow_down down_arrow
2199 lower_left south_west arrow_lower_left down_left_arrow
2b05 left west arrow_left left_arrow
2196 upper_left north_west arrow_upper_left up_left_arrow
2195 up_down arrow_up_down up_down_arrow
2194 left_right swap left_right_arrow
21a9 reply left_hook arrow_left_hook leftwards_arrow_with_hook right_arrow_curving_left
21aa forward right_hook arrow_right_hook rightwards_arrow_with_hook left_arrow_curving_right
2934 heading_up arrow_heading_up right_arrow_curving_up
2935 heading_down arrow_heading_down right_arrow_curving_down
1f503 clockwise arrows_clockwise clockwise_vertical_arrows
1f504 counterclockwise return arrows_counterclockwise counterclockwise_arrows_button
1f519 back back_arrow
1f51a end end_arrow
1f51b on on_arrow
1f51c soon soon_arrow
1f51d top top_arrow
1f6d0 place_of_worship worship_symbol
269b atom physics atom_symbol
1f549 om hinduism om_symbol
2721 star_of_david judaism
2638 wheel_of_dharma buddhism
262f yin_yang
271d cross christianity latin_cross
2626 orthodox_cross
262a star_and_crescent islam
262e peace peace_symbol
1f54e menorah menorah_with_nine_branches
1f52f dotted_six_pointed_star fortune six_pointed_star
1faaf khanda
2648 aries
2649 taurus
264a gemini
264b cancer
264c leo
264d virgo
264e libra
264f scorpius scorpio
2650 sagittarius
2651 capricorn
2652 aquarius
2653 pisces
26ce ophiuchus
1f500 shuffle twisted_rightwards_arrows shuffle_tracks_button
1f501 repeat repeat_button
1f502 repeat_one repeat_single_button
25b6 play arrow_forward play_button
23e9 fast_forward fast_forward_button
23ed next_track skip_forward next_track_button black_right_pointing_double_triangle_with_vertical_bar track_next
23ef play_pause play_or_pause_button black_right_pointing_triangle_with_double_vertical_bar
25c0 play_reverse arrow_backward reverse reverse_button
23ea rewind fast_reverse fast_reverse_button
23ee previous_track skip_back previous_track_button black_left_pointing_double_triangle_with_vertical_bar track_previous last_track_button
1f53c upvote up_button increase arrow_up_small upwards_button
23eb double_up fast_up arrow_double_up fast_up_button
1f53d downvote down_button decrease arrow_down_small downwards_button
23ec double_down fast_down arrow_double_down fast_down_button
23f8 pause pause_button double_vertical_bar
23f9 stop_button black_square_for_stop
23fa record record_button black_circle_for_record
23cf eject_button eject eject_symbol
1f3a6 cinema movie_theater
1f505 low_brightness dim dim_button
1f506 brightness high_brightness bright_button
1f4f6 cell_reception signal_strength signal_bars antenna_bars
1f6dc wireless
1f4f3 vibration_mode
1f4f4 phone_off mobile_phone_off
2640 female_sign female
2642 male_sign male
26a7 transgender_symbol
2716 multiplication multiply heavy_multiplication_x
2795 plus add heavy_plus_sign
2796 minus subtract heavy_minus_sign
2797 division divide heavy_division_sign
1f7f0 heavy_equals_sign equality math
267e infinity forever unbounded universal
203c bangbang double_exclamation double_exclamation_mark
2049 interrobang exclamation_question exclamation_question_mark
2753 question question_mark red_question_mark
2754 grey_question white_question white_question_mark
2755 grey_exclamation white_exclamation white_exclamation_mark
2757 exclamation heavy_exclamation_mark red_exclamation_mark
3030 wavy_dash
1f4b1 exchange currency_exchange
1f4b2 dollars heavy_dollar_sign
2695 medical_symbol aesculapius staff staff_of_aesculapius
267b recycle recycling_symbol
269c fleur_de_lis fleur-de-lis
1f531 trident trident_emblem
1f4db name_badge
1f530 beginner japanese_symbol_for_beginner
2b55 circle hollow_red_circle red_o
2705 check all_good approved check_mark_button white_check_mark
2611 checkbox ballot_box_with_check check_box_with_check
2714 check_mark heavy_check_mark
274c cross_mark incorrect wrong
274e x cross_mark_button negative_squared_cross_mark
27b0 loop curly_loop
27bf double_loop voicemail double_curly_loop
303d part_alternation part_alternation_mark
2733 eight_spoked_asterisk
2734 eight_pointed_star eight_pointed_black_star
2747 sparkle
00a9 copyright c
00ae registered r
2122 tm trademark trade_mark
1fadf splatter
0023-20e3 hash number_sign keycap_number_sign
002a-20e3 asterisk keycap_star keycap_asterisk
0030-20e3 zero keycap_0
0031-20e3 one keycap_1
0032-20e3 two keycap_2
0033-20e3 three keycap_3
0034-20e3 four keycap_4
0035-20e3 five keycap_5
0036-20e3 six keycap_6
0037-20e3 seven keycap_7
0038-20e3 eight keycap_8
0039-20e3 nine keycap_9
1f51f ten keycap_ten keycap_10
1f520 capital_abcd capital_letters input_latin_uppercase
1f521 abcd alphabet input_latin_lowercase
1f522 1234 numbers input_numbers
1f523 symbols input_symbols
1f524 abc input_latin_letters
1f170 a a_blood a_button_blood_type
1f18e ab ab_blood ab_button_blood_type
1f171 b b_blood b_button_blood_type
1f191 cl cl_button
1f192 cool cool_button
1f193 free free_button
2139 info information_source information
1f194 id id_button
24c2 metro m circled_m
1f195 new new_button
1f196 ng ng_button
1f17e o o_blood o2 o_button_blood_type
1f197 squared_ok ok_button
1f17f parking p p_button
1f198 sos sos_button
1f199 squared_up up2
1f19a vs vs_button
1f201 japanese_here_button here ココ ja_here koko
1f202 japanese_service_charge_button service_charge サ ja_service_charge sa
1f237 japanese_monthly_amount_button u6708 ja_monthly_amount
1f236 japanese_not_free_of_charge_button u6709 ja_not_free_of_carge
1f22f japanese_reserved_button reserved 指 ja_reserved u6307
1f250 japanese_bargain_button ideograph_advantage ja_bargain
1f239 japanese_discount_button u5272 ja_discount
1f21a japanese_free_of_charge_button u7121 ja_free_of_charge
1f232 japanese_prohibited_button u7981 ja_prohibited
1f251 japanese_acceptable_button accept ja_acceptable
1f238 japanese_application_button u7533 ja_application
1f234 japanese_passing_grade_button u5408 ja_passing_grade
1f233 japanese_vacancy_button vacancy 空 ja_vacancy u7a7a
3297 japanese_congratulations_button congratulations ja_congratulations
3299 japanese_secret_button ja_secret
1f23a japanese_open_for_business_button u55b6 ja_open_for_business
1f235 japanese_no_vacancy_button u6e80 ja_no_vacancy
1f534 red_circle
1f7e0 orange_circle large_orange_circle
1f7e1 yellow_circle yellow large_yellow_circle
1f7e2 green_circle green large_green_circle
1f535 blue_circle large_blue_circle
1f7e3 purple_circle large_purple_circle
1f7e4 brown_circle large_brown_circle
26ab black_circle
26aa white_circle
1f7e5 red_square red large_red_square
1f7e7 orange_square large_orange_square
1f7e8 yellow_large_square yellow_square large_yellow_square
1f7e9 green_large_square green_square large_green_square
1f7e6 blue_square large_blue_square
1f7ea purple_square large_purple_square
1f7eb brown_square large_brown_square
2b1b black_large_square
2b1c white_large_square
25fc black_medium_square
25fb white_medium_square
25fe black_medium_small_square
25fd white_medium_small_square
25aa black_small_square
25ab white_small_square
1f536 large_orange_diamond
1f537 large_blue_diamond
1f538 small_orange_diamond
1f539 small_blue_diamond
1f53a red_triangle_up small_red_triangle red_triangle_pointed_up
1f53b red_triangle_down small_red_triangle_down red_triangle_pointed_down
1f4a0 cute kawaii diamond_with_a_dot diamond_shape_with_a_dot_inside
1f518 radio_button
1f533 black_and_white_square white_square_button
1f532 white_and_black_square black_square_button
1f3c1 checkered_flag race go start chequered_flag
1f6a9 triangular_flag triangular_flag_on_post
1f38c crossed_flags solidarity
1f3f4 black_flag waving_black_flag flag_black
1f3f3 white_flag surrender waving_white_flag flag_white
1f3f3-200d-1f308 rainbow_flag rainbow-flag gay_pride_flag
1f3f3-200d-26a7 transgender_flag light_blue pink
1f3f4-200d-2620 pirate_flag jolly_roger plunder
1f1e6-1f1e8 flag_ascension_island ascension_island flag_ac flag-ac ac
1f1e6-1f1e9 flag_andorra andorra flag_ad flag-ad ad
1f1e6-1f1ea flag_united_arab_emirates flag_ae united_arab_emirates flag-ae ae
1f1e6-1f1eb flag_afghanistan afghanistan flag_af flag-af af
1f1e6-1f1ec flag_antigua_and_barbuda antigua_barbuda flag_ag flag-ag ag flag_antigua_barbuda
1f1e6-1f1ee flag_anguilla anguilla flag_ai flag-ai ai
1f1e6-1f1f1 flag_albania albania flag_al flag-al al
1f1e6-1f1f2 flag_armenia armenia flag_am flag-am am
1f1e6-1f1f4 flag_angola angola flag_ao flag-ao ao
1f1e6-1f1f6 flag_antarctica antarctica flag_aq flag-aq aq
1f1e6-1f1f7 flag_argentina argentina flag_ar flag-ar ar
1f1e6-1f1f8 flag_american_samoa american_samoa flag_as flag-as as
1f1e6-1f1f9 flag_austria austria flag_at flag-at at
1f1e6-1f1fa flag_australia australia flag_au flag-au au
1f1e6-1f1fc flag_aruba aruba flag_aw flag-aw aw
1f1e6-1f1fd flag_åland_islands flag_aland_islands aland_islands flag_ax flag-ax ax
1f1e6-1f1ff flag_azerbaijan azerbaijan flag_az flag-az az
1f1e7-1f1e6 flag_bosnia_and_herzegovina bosnia_herzegovina flag_ba flag-ba ba flag_bosnia_herzegovina
1f1e7-1f1e7 flag_barbados barbados flag_bb flag-bb bb
1f1e7-1f1e9 flag_bangladesh bangladesh flag_bd flag-bd bd
1f1e7-1f1ea flag_belgium belgium flag_be flag-be be
1f1e7-1f1eb flag_burkina_faso burkina_faso flag_bf flag-bf bf
1f1e7-1f1ec flag_bulgaria bulgaria flag_bg flag-bg bg
1f1e7-1f1ed flag_bahrain bahrain flag_bh flag-bh bh
1f1e7-1f1ee flag_burundi burundi flag_bi flag-bi bi
1f1e7-1f1ef flag_benin benin flag_bj flag-bj bj
1f1e7-1f1f1 flag_st_barthélemy flag_st_barthelemy flag_bl st_barthelemy flag-bl bl
1f1e7-1f1f2 flag_bermuda bermuda flag_bm flag-bm bm
1f1e7-1f1f3 flag_brunei brunei flag_bn flag-bn bn
1f1e7-1f1f4 flag_bolivia bolivia flag_bo flag-bo bo
1f1e7-1f1f6 flag_caribbean_netherlands caribbean_netherlands flag_bq flag-bq bq
1f1e7-1f1f7 flag_brazil brazil flag_br flag-br br
1f1e7-1f1f8 flag_bahamas bahamas flag_bs flag-bs bs
1f1e7-1f1f9 flag_bhutan bhutan flag_bt flag-bt bt
1f1e7-1f1fb flag_bouvet_island bouvet_island flag_bv flag-bv bv
1f1e7-1f1fc flag_botswana botswana flag_bw flag-bw bw
1f1e7-1f1fe flag_belarus belarus flag_by flag-by by
1f1e7-1f1ff flag_belize belize flag_bz flag-bz bz
1f1e8-1f1e6 flag_canada canada flag_ca flag-ca ca
1f1e8-1f1e8 flag_cocos_keeling_islands cocos_islands flag_cc flag-cc cc
1f1e8-1f1e9 flag_congo_kinshasa congo_kinshasa flag_cd flag-cd congo
1f1e8-1f1eb flag_central_african_republic central_african_republic flag_cf flag-cf cf
1f1e8-1f1ec flag_congo_brazzaville congo_brazzaville flag_cg flag-cg cg
1f1e8-1f1ed flag_switzerland flag_ch switzerland flag-ch ch
1f1e8-1f1ee flag_côte_divoire flag_cote_divoire cote_divoire flag_ci flag-ci ci
1f1e8-1f1f0 flag_cook_islands cook_islands flag_ck flag-ck ck
1f1e8-1f1f1 flag_chile chile flag_cl flag-cl
1f1e8-1f1f2 flag_cameroon cameroon flag_cm flag-cm cm
1f1e8-1f1f3 flag_china china flag_cn cn flag-cn
1f1e8-1f1f4 flag_colombia colombia flag_co flag-co co
1f1e8-1f1f5 flag_clipperton_island clipperton_island flag_cp flag-cp cp
1f1e8-1f1f6 flag_cq sark flag-sark flag_sark
1f1e8-1f1f7 flag_costa_rica costa_rica flag_cr flag-cr cr
1f1e8-1f1fa flag_cuba cuba flag_cu flag-cu cu
1f1e8-1f1fb flag_cape_verde cape_verde flag_cv flag-cv cv
1f1e8-1f1fc flag_curaçao flag_curacao curacao flag_cw flag-cw cw
1f1e8-1f1fd flag_christmas_island christmas_island flag_cx flag-cx cx
1f1e8-1f1fe flag_cyprus cyprus flag_cy flag-cy cy
1f1e8-1f1ff flag_czechia czech_republic czechia flag_cz flag-cz cz
1f1e9-1f1ea flag_germany flag_de germany de flag-de
1f1e9-1f1ec flag_diego_garcia diego_garcia flag_dg flag-dg dg
1f1e9-1f1ef flag_djibouti djibouti flag_dj flag-dj dj
1f1e9-1f1f0 flag_denmark denmark flag_dk flag-dk dk
1f1e9-1f1f2 flag_dominica dominica flag_dm flag-dm dm
1f1e9-1f1f4 flag_dominican_republic dominican_republic flag_do flag-do do
1f1e9-1f1ff flag_algeria algeria flag_dz flag-dz dz
1f1ea-1f1e6 flag_ceuta_and_melilla ceuta_melilla flag_ea flag-ea ea flag_ceuta_melilla
1f1ea-1f1e8 flag_ecuador ecuador flag_ec flag-ec ec
1f1ea-1f1ea flag_estonia estonia flag_ee flag-ee ee
1f1ea-1f1ec flag_egypt egypt flag_eg flag-eg eg
1f1ea-1f1ed flag_western_sahara flag_eh western_sahara flag-eh eh
1f1ea-1f1f7 flag_eritrea eritrea flag_er flag-er er
1f1ea-1f1f8 flag_spain flag_es spain es flag-es
1f1ea-1f1f9 flag_ethiopia ethiopia flag_et flag-et et
1f1ea-1f1fa flag_european_union european_union flag_eu eu flag-eu
1f1eb-1f1ee flag_finland finland flag_fi flag-fi fi
1f1eb-1f1ef flag_fiji fiji flag_fj flag-fj fj
1f1eb-1f1f0 flag_falkland_islands falkland_islands flag_fk flag-fk fk
1f1eb-1f1f2 flag_micronesia flag_fm micronesia flag-fm fm
1f1eb-1f1f4 flag_faroe_islands faroe_islands flag_fo flag-fo fo
1f1eb-1f1f7 flag_france flag_fr france fr flag-fr
1f1ec-1f1e6 flag_gabon flag_ga gabon flag-ga ga
1f1ec-1f1e7 flag_united_kingdom flag_gb uk united_kingdom gb flag-gb
1f1ec-1f1e9 flag_grenada flag_gd grenada flag-gd gd
1f1ec-1f1ea flag_georgia flag_ge georgia flag-ge ge
1f1ec-1f1eb flag_french_guiana flag_gf french_guiana flag-gf gf
1f1ec-1f1ec flag_guernsey flag_gg guernsey flag-gg gg
1f1ec-1f1ed flag_ghana flag_gh ghana flag-gh gh
1f1ec-1f1ee flag_gibraltar flag_gi gibraltar flag-gi gi
1f1ec-1f1f1 flag_greenland flag_gl greenland flag-gl gl
1f1ec-1f1f2 flag_gambia flag_gm gambia flag-gm gm
1f1ec-1f1f3 flag_guinea flag_gn guinea flag-gn gn
1f1ec-1f1f5 flag_guadeloupe flag_gp guadeloupe flag-gp gp
1f1ec-1f1f6 flag_equatorial_guinea equatorial_guinea flag_gq flag-gq gq
1f1ec-1f1f7 flag_greece flag_gr greece flag-gr gr
1f1ec-1f1f8 flag_south_georgia_and_south_sandwich_islands flag_gs south_georgia_south_sandwich_islands flag-gs gs flag_south_georgia_south_sandwich_islands
1f1ec-1f1f9 flag_guatemala flag_gt guatemala flag-gt gt
1f1ec-1f1fa flag_guam flag_gu guam flag-gu gu
1f1ec-1f1fc flag_guinea_bissau flag_gw guinea_bissau flag-gw gw
1f1ec-1f1fe flag_guyana flag_gy guyana flag-gy gy
1f1ed-1f1f0 flag_hong_kong_sar_china flag_hk hong_kong flag-hk hk
1f1ed-1f1f2 flag_heard_and_mcdonald_islands flag_hm heard_mcdonald_islands flag-hm hm flag_heard_mcdonald_islands
1f1ed-1f1f3 flag_honduras flag_hn honduras flag-hn hn
1f1ed-1f1f7 flag_croatia croatia flag_hr flag-hr hr
1f1ed-1f1f9 flag_haiti flag_ht haiti flag-ht ht
1f1ed-1f1fa flag_hungary flag_hu hungary flag-hu hu
1f1ee-1f1e8 flag_canary_islands canary_islands flag_ic flag-ic ic
1f1ee-1f1e9 flag_indonesia flag_id indonesia flag-id
1f1ee-1f1ea flag_ireland flag_ie ireland flag-ie ie
1f1ee-1f1f1 flag_israel flag_il israel flag-il il
1f1ee-1f1f2 flag_isle_of_man flag_im isle_of_man flag-im im
1f1ee-1f1f3 flag_india flag_in india flag-in in
1f1ee-1f1f4 flag_british_indian_ocean_territory british_indian_ocean_territory flag_io flag-io io
1f1ee-1f1f6 flag_iraq flag_iq iraq flag-iq iq
1f1ee-1f1f7 flag_iran flag_ir iran flag-ir ir
1f1ee-1f1f8 flag_iceland flag_is iceland flag-is is
1f1ee-1f1f9 flag_italy flag_it italy it flag-it
1f1ef-1f1ea flag_jersey flag_je jersey flag-je je
1f1ef-1f1f2 flag_jamaica flag_jm jamaica flag-jm jm
1f1ef-1f1f4 flag_jordan flag_jo jordan flag-jo jo
1f1ef-1f1f5 flag_japan flag_jp jp flag-jp
1f1f0-1f1ea flag_kenya flag_ke kenya flag-ke ke
1f1f0-1f1ec flag_kyrgyzstan flag_kg kyrgyzstan flag-kg kg
1f1f0-1f1ed flag_cambodia cambodia flag_kh flag-kh kh
1f1f0-1f1ee flag_kiribati flag_ki kiribati flag-ki ki
1f1f0-1f1f2 flag_comoros comoros flag_km flag-km km
1f1f0-1f1f3 flag_st_kitts_and_nevis flag_kn st_kitts_nevis flag-kn kn flag_st_kitts_nevis
1f1f0-1f1f5 flag_north_korea flag_kp north_korea flag-kp kp
1f1f0-1f1f7 flag_south_korea flag_kr south_korea kr flag-kr
1f1f0-1f1fc flag_kuwait flag_kw kuwait flag-kw kw
1f1f0-1f1fe flag_cayman_islands cayman_islands flag_ky flag-ky ky
1f1f0-1f1ff flag_kazakhstan flag_kz kazakhstan flag-kz kz
1f1f1-1f1e6 flag_laos flag_la laos flag-la la
1f1f1-1f1e7 flag_lebanon flag_lb lebanon flag-lb lb
1f1f1-1f1e8 flag_st_lucia flag_lc st_lucia flag-lc lc
1f1f1-1f1ee flag_liechtenstein flag_li liechtenstein flag-li li
1f1f1-1f1f0 flag_sri_lanka flag_lk sri_lanka flag-lk lk
1f1f1-1f1f7 flag_liberia flag_lr liberia flag-lr lr
1f1f1-1f1f8 flag_lesotho flag_ls lesotho flag-ls ls
1f1f1-1f1f9 flag_lithuania flag_lt lithuania flag-lt lt
1f1f1-1f1fa flag_luxembourg flag_lu luxembourg flag-lu lu
1f1f1-1f1fb flag_latvia flag_lv latvia flag-lv lv
1f1f1-1f1fe flag_libya flag_ly libya flag-ly ly
1f1f2-1f1e6 flag_morocco flag_ma morocco flag-ma ma
1f1f2-1f1e8 flag_monaco flag_mc monaco flag-mc mc
1f1f2-1f1e9 flag_moldova flag_md moldova flag-md md
1f1f2-1f1ea flag_montenegro flag_me montenegro flag-me me
1f1f2-1f1eb flag_st_martin flag_mf st_martin flag-mf mf
1f1f2-1f1ec flag_madagascar flag_mg madagascar flag-mg mg
1f1f2-1f1ed flag_marshall_islands flag_mh marshall_islands flag-mh mh
1f1f2-1f1f0 flag_north_macedonia flag_mk macedonia flag-mk mk
1f1f2-1f1f1 flag_mali flag_ml mali flag-ml ml
1f1f2-1f1f2 flag_myanmar_burma burma flag_mm myanmar flag-mm mm
1f1f2-1f1f3 flag_mongolia flag_mn mongolia flag-mn mn
1f1f2-1f1f4 flag_macao_sar_china flag_mo macao macau flag-mo mo
1f1f2-1f1f5 flag_northern_mariana_islands flag_mp northern_mariana_islands flag-mp mp
1f1f2-1f1f6 flag_martinique flag_mq martinique flag-mq mq
1f1f2-1f1f7 flag_mauritania flag_mr mauritania flag-mr mr
1f1f2-1f1f8 flag_montserrat flag_ms montserrat flag-ms ms
1f1f2-1f1f9 flag_malta flag_mt malta flag-mt mt
1f1f2-1f1fa flag_mauritius flag_mu flag-mu mu
1f1f2-1f1fb flag_maldives flag_mv maldives flag-mv mv
1f1f2-1f1fc flag_malawi flag_mw malawi flag-mw mw
1f1f2-1f1fd flag_mexico flag_mx mexico flag-mx mx
1f1f2-1f1fe flag_malaysia flag_my malaysia flag-my my
1f1f2-1f1ff flag_mozambique flag_mz mozambique flag-mz mz
1f1f3-1f1e6 flag_namibia flag_na namibia flag-na na
1f1f3-1f1e8 flag_new_caledonia flag_nc new_caledonia flag-nc nc
1f1f3-1f1ea flag_niger flag_ne niger flag-ne ne
1f1f3-1f1eb flag_norfolk_island flag_nf norfolk_island flag-nf nf
1f1f3-1f1ec flag_nigeria flag_ng nigeria flag-ng
1f1f3-1f1ee flag_nicaragua flag_ni nicaragua flag-ni ni
1f1f3-1f1f1 flag_netherlands flag_nl netherlands flag-nl nl
1f1f3-1f1f4 flag_norway flag_no norway flag-no
1f1f3-1f1f5 flag_nepal flag_np nepal flag-np np
1f1f3-1f1f7 flag_nauru flag_nr nauru flag-nr nr
1f1f3-1f1fa flag_niue flag_nu niue flag-nu nu
1f1f3-1f1ff flag_new_zealand flag_nz new_zealand flag-nz nz
1f1f4-1f1f2 flag_oman flag_om oman flag-om
1f1f5-1f1e6 flag_panama flag_pa panama flag-pa pa
1f1f5-1f1ea flag_peru flag_pe peru flag-pe pe
1f1f5-1f1eb flag_french_polynesia flag_pf french_polynesia flag-pf pf
1f1f5-1f1ec flag_papua_new_guinea flag_pg papua_new_guinea flag-pg pg
1f1f5-1f1ed flag_philippines flag_ph philippines flag-ph ph
1f1f5-1f1f0 flag_pakistan flag_pk pakistan flag-pk pk
1f1f5-1f1f1 flag_poland flag_pl poland flag-pl pl
1f1f5-1f1f2 flag_st_pierre_and_miquelon flag_pm st_pierre_miquelon flag-pm pm flag_st_pierre_miquelon
1f1f5-1f1f3 flag_pitcairn_islands flag_pn pitcairn_islands flag-pn pn
1f1f5-1f1f7 flag_puerto_rico flag_pr puerto_rico flag-pr pr
1f1f5-1f1f8 flag_palestinian_territories flag_ps palestinian_territories flag-ps ps
1f1f5-1f1f9 flag_portugal flag_pt portugal flag-pt pt
1f1f5-1f1fc flag_palau flag_pw palau flag-pw pw
1f1f5-1f1fe flag_paraguay flag_py paraguay flag-py py
1f1f6-1f1e6 flag_qatar flag_qa qatar flag-qa qa
1f1f7-1f1ea flag_réunion flag_reunion flag_re reunion flag-re re
1f1f7-1f1f4 flag_romania flag_ro romania flag-ro ro
1f1f7-1f1f8 flag_serbia flag_rs serbia flag-rs rs
1f1f7-1f1fa flag_russia flag_ru ru flag-ru
1f1f7-1f1fc flag_rwanda flag_rw rwanda flag-rw rw
1f1f8-1f1e6 flag_saudi_arabia flag_sa saudi_arabia flag-sa saudiarabia saudi
1f1f8-1f1e7 flag_solomon_islands flag_sb solomon_islands flag-sb sb
1f1f8-1f1e8 flag_seychelles flag_sc seychelles flag-sc sc
1f1f8-1f1e9 flag_sudan flag_sd sudan flag-sd sd
1f1f8-1f1ea flag_sweden flag_se sweden flag-se se
1f1f8-1f1ec flag_singapore flag_sg singapore flag-sg sg
1f1f8-1f1ed flag_st_helena flag_sh st_helena flag-sh sh
1f1f8-1f1ee flag_slovenia flag_si slovenia flag-si si
1f1f8-1f1ef flag_svalbard_and_jan_mayen flag_sj svalbard_jan_mayen flag-sj sj flag_svalbard_jan_mayen
1f1f8-1f1f0 flag_slovakia flag_sk slovakia flag-sk sk
1f1f8-1f1f1 flag_sierra_leone flag_sl sierra_leone flag-sl sl
1f1f8-1f1f2 flag_san_marino flag_sm san_marino flag-sm sm
1f1f8-1f1f3 flag_senegal flag_sn senegal flag-sn sn
1f1f8-1f1f4 flag_somalia flag_so somalia flag-so so
1f1f8-1f1f7 flag_suriname flag_sr suriname flag-sr sr
1f1f8-1f1f8 flag_south_sudan flag_ss south_sudan flag-ss ss
1f1f8-1f1f9 flag_são_tomé_and_príncipe flag_sao_tome_and_principe flag_st sao_tome_principe flag-st st flag_sao_tome_principe
1f1f8-1f1fb flag_el_salvador el_salvador flag_sv flag-sv sv
1f1f8-1f1fd flag_sint_maarten flag_sx sint_maarten flag-sx sx
1f1f8-1f1fe flag_syria flag_sy syria flag-sy sy
1f1f8-1f1ff flag_eswatini eswatini flag_sz swaziland flag-sz sz
1f1f9-1f1e6 flag_tristan_da_cunha flag_ta tristan_da_cunha flag-ta ta
1f1f9-1f1e8 flag_turks_and_caicos_islands flag_tc turks_caicos_islands flag-tc tc flag_turks_caicos_islands
1f1f9-1f1e9 flag_chad chad flag_td flag-td td
1f1f9-1f1eb flag_french_southern_territories flag_tf french_southern_territories flag-tf tf
1f1f9-1f1ec flag_togo flag_tg togo flag-tg tg
1f1f9-1f1ed flag_thailand flag_th thailand flag-th th
1f1f9-1f1ef flag_tajikistan flag_tj tajikistan flag-tj tj
1f1f9-1f1f0 flag_tokelau flag_tk tokelau flag-tk tk
1f1f9-1f1f1 flag_timor_leste flag_tl timor_leste flag-tl tl
1f1f9-1f1f2 flag_turkmenistan flag_tm turkmenistan flag-tm
1f1f9-1f1f3 flag_tunisia flag_tn tunisia flag-tn tn
1f1f9-1f1f4 flag_tonga flag_to tonga flag-to to
1f1f9-1f1f7 flag_turkey flag_tr turkey_tr tr flag-tr flag_turkiye
1f1f9-1f1f9 flag_trinidad_and_tobago flag_tt trinidad_tobago flag-tt tt flag_trinidad_tobago
1f1f9-1f1fb flag_tuvalu flag_tv tuvalu flag-tv
1f1f9-1f1fc flag_taiwan flag_tw taiwan flag-tw tw
1f1f9-1f1ff flag_tanzania flag_tz tanzania flag-tz tz
1f1fa-1f1e6 flag_ukraine flag_ua ukraine flag-ua ua
1f1fa-1f1ec flag_uganda flag_ug uganda flag-ug ug
1f1fa-1f1f2 flag_us_outlying_islands flag_um us_outlying_islands flag-um um
1f1fa-1f1f3 flag_united_nations flag_un un united_nations flag-un
1f1fa-1f1f8 flag_united_states flag_us united_states usa us flag-us
1f1fa-1f1fe flag_uruguay flag_uy uruguay flag-uy uy
1f1fa-1f1ff flag_uzbekistan flag_uz uzbekistan flag-uz uz
1f1fb-1f1e6 flag_vatican_city flag_va vatican_city flag-va va
1f1fb-1f1e8 flag_st_vincent_and_grenadines flag_vc st_vincent_grenadines flag-vc vc flag_st_vincent_grenadines
1f1fb-1f1ea flag_venezuela flag_ve venezuela flag-ve ve
1f1fb-1f1ec flag_british_virgin_islands british_virgin_islands flag_vg flag-vg vg
1f1fb-1f1ee flag_us_virgin_islands flag_vi us_virgin_islands flag-vi vi
1f1fb-1f1f3 flag_vietnam flag_vn vietnam flag-vn vn
1f1fb-1f1fa flag_vanuatu flag_vu vanuatu flag-vu vu
1f1fc-1f1eb flag_wallis_and_futuna flag_wf wallis_futuna flag-wf wf flag_wallis_futuna
1f1fc-1f1f8 flag_samoa flag_ws samoa flag-ws ws
1f1fd-1f1f0 flag_kosovo flag_xk kosovo flag-xk xk
1f1fe-1f1ea flag_yemen flag_ye yemen flag-ye ye
1f1fe-1f1f9 flag_mayotte flag_yt mayotte flag-yt yt
1f1ff-1f1e6 flag_south_africa flag_za south_africa flag-za za
1f1ff-1f1f2 flag_zambia flag_zm zambia flag-zm zm
1f1ff-1f1fc flag_zimbabwe flag_zw zimbabwe flag-zw zw
1f3f4-e0067-e0062-e0065-e006e-e0067-e007f flag_england england flag_gbeng flag-england
1f3f4-e0067-e0062-e0073-e0063-e0074-e007f flag_scotland flag_gbsct scotland flag-scotland
1f3f4-e0067-e0062-e0077-e006c-e0073-e007f flag_wales flag_gbwls wales flag-wales
1f1e6 regional_indicator_a
1f1e7 regional_indicator_b
1f1e8 regional_indicator_c
1f1e9 regional_indicator_d
1f1ea regional_indicator_e
1f1eb regional_indicator_f
1f1ec regional_indicator_g
1f1ed regional_indicator_h
1f1ee regional_indicator_i
1f1ef regional_indicator_j
1f1f0 regional_indicator_k
1f1f1 regional_indicator_l
1f1f2 regional_indicator_m
1f1f3 regional_indicator_n
1f1f4 regional_indicator_o
1f1f5 regional_indicator_p
1f1f6 regional_indicator_q
1f1f7 regional_indicator_r
1f1f8 regional_indicator_s
1f1f9 regional_indicator_t
1f1fa regional_indicator_u
1f1fb regional_indicator_v
1f1fc regional_indicator_w
1f1fd regional_indicator_x
1f1fe regional_indicator_y
1f1ff regional_indicator_z`;
