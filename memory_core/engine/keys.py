"""The vocabulary of facts: which keys hold one value, which hold many, and what their synonyms fold into.

A single-valued key is superseded by the next value of the same subject; a multi-valued one collects. A key that is in
neither list is single-valued. Relation labels hold many targets, except those that are the relation form of a
single-valued key.
"""

from __future__ import annotations

import re
from typing import Literal

Category = Literal["identity", "knowledge", "context"]

SINGLE_VALUED = frozenset(
    """
    name nickname pronouns gender role employer department team salary work_schedule working_hours start_date
    city country residence address hometown birthplace nationality timezone birthday age star_sign
    email phone website username marital_status children_count diet blood_type height weight length width depth area
    eye_colour hair_colour shoe_size clothing_size religion field_of_study education
    price budget revenue valuation status priority owner codename version deadline release_date launch_date start_time
    closing_time opening_hours ships_from manufacturer material colour size capacity population founded headquarters
    capital currency lease_end contract_end subscription_end warranty_end passport_expiry visa_expiry
    editor browser operating_system shell phone_model laptop car moving_to species breed date time location
    """.split()
)

MULTI_VALUED = frozenset(
    """
    likes dislikes prefers languages allergies tools uses hobbies interests pets skills members owns instruments
    sports injuries conditions medications event appointments goals studies certifications awards aliases is
    dietary_restriction teaches
    citizenships collects wants fears habits plays programming_languages has_pet ingredients features visited made
    leads manages oversees supervises runs mentors coaches wears available_in supports written_in runs_on compatible_with requires
    """.split()
)

SINGLE_RELATIONS = frozenset(
    "works_at lives_in reports_to married_to partner owned_by employer located_in headquartered_in born_in subsidiary_of ceo".split()
)

_SYNONYMS = {
    alias: key
    for key, aliases in {
        "name": "full_name first_name my_name legal_name fullname",
        "nickname": "preferred_name goes_by nick known_as",
        "role": "job job_title title position occupation profession current_role work_title designation function",
        "employer": "company workplace organisation organization current_employer current_company firm",
        "department": "dept division",
        "city": "home_city current_city current_location town lives_in hometown_now living_in",
        "residence": "place_of_residence home_location",
        "address": "home_address street_address postal_address mailing_address",
        "hometown": "home_town from origin",
        "birthplace": "place_of_birth born_in birth_city birth_place",
        "nationality": "citizenship citizen_of",
        "timezone": "time_zone tz",
        "birthday": "birth_date date_of_birth dob born_on birthdate born bday",
        "email": "email_address e_mail mail e_mail_address mail_address work_email",
        "phone": "phone_number telephone mobile mobile_number cell cell_number telephone_number tel cell_phone cellphone mobile_phone",
        "website": "site homepage web url blog",
        "username": "handle user_name login github twitter_handle",
        "marital_status": "relationship_status",
        "children_count": "number_of_children kids_count number_of_kids",
        "diet": "dietary_preference dietary_preferences",
        "dietary_restriction": "dietary_restrictions does_not_eat doesnt_eat",
        "allergies": "allergy allergic_to intolerances intolerance",
        "native_language": "mother_tongue native_tongue first_language",
        "languages": "language speaks spoken_languages spoken_language",
        "likes": "loves enjoys",
        "dislikes": "dislike hates",
        "prefers": "preference preferences",
        "hobbies": "hobby pastimes",
        "interests": "interest",
        "skills": "skill expertise",
        "pets": "pet",
        "members": "member",
        "tools": "tool stack tech_stack",
        "instruments": "instrument",
        "conditions": "condition medical_condition diagnosis",
        "medications": "medication medicine",
        "appointments": "appointment",
        "goals": "goal",
        "price": "cost costs price_tag list_price",
        "status": "state current_status",
        "owner": "project_owner",
        "codename": "code_name project_name",
        "deadline": "due due_date due_on delivery_date target_date",
        "launch_date": "launch go_live go_live_date launches",
        "release_date": "release released",
        "opening_hours": "hours business_hours office_hours",
        "closing_time": "closes_at closes",
        "ships_from": "ship_from shipping_origin",
        "manufacturer": "made_by maker brand",
        "colour": "color",
        "height": "elevation tall",
        "founded": "founded_in founding_year established",
        "headquarters": "hq head_office headquartered",
        "operating_system": "os",
        "editor": "preferred_editor code_editor text_editor ide",
        "shell": "terminal_shell",
        "car": "vehicle drives",
        "laptop": "computer work_laptop",
        "phone_model": "smartphone",
        "working_hours": "work_hours",
        "lease_end": "lease_expiry lease_until lease_end_date",
        "contract_end": "contract_expiry contract_until contract_end_date",
        "shoe_size": "shoes_size",
    }.items()
    for alias in aliases.split()
}

_RELATION_SYNONYMS = {
    alias: label
    for label, aliases in {
        "works_at": "works_for employed_by employed_at employee_of works_in_company employer company",
        "lives_in": "resides_in city residence",
        "reports_to": "managed_by manager has_manager boss supervisor",
        "married_to": "spouse spouse_of husband wife",
        "partner": "boyfriend girlfriend fiancé fiancée fiance fiancee engaged_to dating",
        "parent_of": "child children has_child kid kids son daughter",
        "owned_by": "owner",
        "has_pet": "pet pets",
        "acquired": "acquires bought_company",
    }.items()
    for alias in aliases.split()
}

_IDENTITY = frozenset(
    """
    name nickname pronouns gender role employer department city country residence address hometown birthplace nationality
    timezone birthday age email phone website username marital_status children_count diet dietary_restriction blood_type height weight
    religion field_of_study education languages allergies likes dislikes prefers hobbies interests skills pets instruments
    conditions works_at lives_in married_to partner parent_of has_pet reports_to mother father brother sister programming_languages
    """.split()
)
_CONTEXT = frozenset("event appointments moving_to status wants date time injuries".split())


def canonical_key(raw: str) -> str:
    """The one spelling of a key: lower snake case, British spelling, synonyms folded. Unknown keys pass in that form."""
    key = re.sub(r"[^\w]+", "_", raw.strip().casefold()).strip("_")
    key = re.sub(r"^(?:my|our|the|his|her|their)_", "", key)
    key = key.replace("favorite", "favourite").replace("color", "colour").replace("fav_", "favourite_")
    return _SYNONYMS.get(key, key)


def canonical_label(raw: str) -> str:
    """The one spelling of a relation label."""
    label = re.sub(r"[^\w]+", "_", raw.strip().casefold()).strip("_")
    return _RELATION_SYNONYMS.get(label, label)


def is_single_valued(key: str) -> bool:
    """Whether a later value of this key takes the place of the earlier one. Takes any spelling."""
    return canonical_key(key) not in MULTI_VALUED


def relation_is_single_valued(label: str) -> bool:
    """Whether a subject has one target at a time under this label. Takes any spelling."""
    return canonical_label(label) in SINGLE_RELATIONS


def category_of(key: str) -> Category:
    """What kind of memory a fact under this key or label is, when nothing else says so."""
    if key in _IDENTITY or key.startswith("favourite_"):
        return "identity"
    return "context" if key in _CONTEXT else "knowledge"
